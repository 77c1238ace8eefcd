import { type Address, chainTime, outcomesOf, wholeTokens } from 'linesman/program';
import { useState } from 'preact/hooks';
import { linkTo } from '../../frame/route.js';
import { Problem } from '../../shared/Problem.js';
import { usePolled } from '../../shared/usePolled.js';
import { DECIMALS } from '../../wallet/balances.js';
import { requireChain } from '../../wallet/chain.js';
import { WalletBar } from '../../wallet/WalletBar.js';
import { useWallet } from '../../wallet/wallet.js';
import { type ListedMarket, listMarkets, ownMarkets } from './marketActions.js';
import { nextWords, stateWords } from './words.js';

/** ms between two looks: each reads every account of the program. */
const LOOK = 30_000;
/** Shown at first, and with each "Show more": a list of thousands would be slow, and nobody reads it. */
const PAGE = 20;

interface Listed {
  readonly markets: readonly ListedMarket[];
  readonly own: ReadonlySet<Address>;
  /** Seconds of the chain's clock. */
  readonly now: number;
  readonly oracle: Address;
  readonly stablecoin: Address;
}

async function readMarkets(owner: Address | null): Promise<Listed> {
  const access = await requireChain();
  const [markets, own, now] = await Promise.all([
    listMarkets(access),
    owner === null ? new Set<Address>() : ownMarkets(access, owner),
    chainTime(access.chain),
  ]);
  return { markets, own, now, oracle: access.programs.oracle, stablecoin: access.config.stablecoinMint };
}

/** The markets that somebody may bet on, or has bet on; of one match if `fixture` names it. */
export function MarketList({ fixture }: { readonly fixture: string | null }) {
  const owner = useWallet()?.address ?? null;
  const { value, error } = usePolled(() => readMarkets(owner), LOOK, [owner]);
  const [most, setMost] = useState(PAGE);
  const [isAll, setAll] = useState(false);
  const ofMatch = value?.markets.filter(({ market }) => fixture === null || `${market.terms.fixtureId}` === fixture);
  const trusted = value && ofMatch?.filter((one) => value.own.has(one.address) || doubtsOf(one, value).length === 0);
  const others = (ofMatch?.length ?? 0) - (trusted?.length ?? 0);
  const shown = value ? inOrder((isAll ? ofMatch : trusted) ?? [], value) : [];
  return (
    <div class="page">
      <h1>Markets</h1>
      <p class="lead">Bets on what the oracle proves. The settlement program verifies the proof and pays.</p>
      <WalletBar />
      <p class="actions">
        <a class="button" href={linkTo('markets/new', { fixture })}>
          Make a market
        </a>
        {fixture !== null && (
          <span>
            Only those on fixture {fixture}. <a href={linkTo('markets')}>All markets</a>
          </span>
        )}
      </p>
      {error !== null && <Problem error={error} />}
      {!value && error === null && <p class="quiet">Reading them from the chain …</p>}
      {others > 0 && (
        <label class="check">
          <input type="checkbox" checked={isAll} onChange={({ currentTarget }) => setAll(currentTarget.checked)} />
          Show {others} that another oracle decides, or that are in another token
        </label>
      )}
      {value && shown.length === 0 && <p>{others > 0 ? 'There is no other market yet.' : 'There is no market yet.'}</p>}
      <ul class="markets">
        {value && shown.slice(0, most).map((one) => <Row key={one.address} one={one} listed={value} />)}
      </ul>
      {shown.length > most && (
        <p class="actions">
          <button type="button" class="plain" onClick={() => setMost(most + PAGE)}>
            Show more
          </button>
          <span class="quiet">{shown.length - most} are not shown.</span>
        </p>
      )}
    </div>
  );
}

function Row({ one, listed }: { readonly one: ListedMarket; readonly listed: Listed }) {
  const { address, market, watched } = one;
  const { terms, totals } = market;
  const pool = totals.reduce((a, b) => a + b, 0n);
  const doubts = doubtsOf(one, listed);
  const next = nextWords(market, watched, listed.now);
  return (
    <li class="card">
      <a href={linkTo(`markets/${address}`)}>
        Fixture {terms.fixtureId}:{' '}
        {outcomesOf(terms)
          .flatMap(({ condition }) => (condition === null ? [] : [condition]))
          .join(', or ')}
      </a>
      <p>
        <span class="badge">{stateWords(market, listed.now)}</span>{' '}
        {listed.own.has(address) && <span class="badge">Yours</span>}{' '}
        {terms.mint === listed.stablecoin
          ? `${wholeTokens(pool, DECIMALS)} stablecoins staked`
          : `staked in another token, ${terms.mint}`}
      </p>
      {doubts.map((doubt) => (
        <p key={doubt} class="fault">
          {doubt}
        </p>
      ))}
      <p class="hint">
        {next.text} {next.distance !== null && `(${next.distance})`}
      </p>
      {watched.end !== null && <p class="hint">{next.watch}</p>}
    </li>
  );
}

/** Why the guards would refuse a stake, whatever the match is. */
function doubtsOf({ market: { terms } }: ListedMarket, { oracle, stablecoin }: Listed): string[] {
  return [
    ...(terms.oracleProgram === oracle ? [] : ['Careful: another oracle program than yours decides it.']),
    ...(terms.mint === stablecoin ? [] : ['Careful: its token is not the stablecoin of your oracle.']),
  ];
}

/** Those with a position of the wallet first, then those that close next, then the others, the latest first. */
function inOrder(markets: readonly ListedMarket[], { own, now }: Listed): ListedMarket[] {
  const rankOf = ({ address, market }: ListedMarket): number =>
    own.has(address) ? 0 : market.state === 'Open' && market.terms.stakesClose > now ? 1 : 2;
  return markets.toSorted((a, b) => {
    const [one, other] = [rankOf(a), rankOf(b)];
    const later = a.market.terms.stakesClose - b.market.terms.stakesClose;
    return one - other || (one === 1 ? later : -later);
  });
}
