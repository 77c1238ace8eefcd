import { type Address, chainMoment, type Moment } from '@linesman/sdk/program';
import { useState } from 'preact/hooks';
import { linkTo } from '../../frame/route.js';
import { namesOf, useMatchBook, versusOf } from '../../shared/matchBook.js';
import { Problem } from '../../shared/Problem.js';
import { tokensText } from '../../shared/tokensText.js';
import { usePolled } from '../../shared/usePolled.js';
import { DECIMALS } from '../../wallet/balances.js';
import { requireChain } from '../../wallet/chain.js';
import { WalletBar } from '../../wallet/WalletBar.js';
import { useWallet } from '../../wallet/wallet.js';
import { ownMarkets, type WatchedMarket, watchedMarkets } from './marketActions.js';
import { nextWords, paidWords, stateWords, termOutcomes } from './words.js';

/** ms between two reads, each of which reads every account of the program. */
const LOOK = 30_000;
/**
 * Number of rows shown at first, and added by each "Show more". A list of thousands would be slow, and too long to
 * read.
 */
const PAGE = 20;

interface Listed {
  readonly markets: readonly WatchedMarket[];
  readonly own: ReadonlySet<Address>;
  /** Seconds of the chain's clock. */
  readonly now: Moment;
  readonly oracle: Address;
  readonly stablecoin: Address;
}

async function readMarkets(owner: Address | null): Promise<Listed> {
  const access = await requireChain();
  const [markets, own, now] = await Promise.all([
    watchedMarkets(access),
    owner === null ? new Set<Address>() : ownMarkets(access, owner),
    chainMoment(access.chain),
  ]);
  return { markets, own, now, oracle: access.programs.oracle, stablecoin: access.config.stablecoinMint };
}

/** The markets that are open for bets, or in which the wallet has bet; of one match if `fixture` names it. */
export function MarketList({ fixture }: { readonly fixture: string | null }) {
  const owner = useWallet()?.address ?? null;
  const { value, error } = usePolled(() => readMarkets(owner), LOOK, [owner]);
  const [isAll, setAll] = useState(false);
  const ofMatch = value?.markets.filter(({ market }) => fixture === null || `${market.terms.fixtureId}` === fixture);
  const trusted = value && ofMatch?.filter((one) => value.own.has(one.address) || doubtsOf(one, value).length === 0);
  const others = (ofMatch?.length ?? 0) - (trusted?.length ?? 0);
  const all = value ? inOrder((isAll ? ofMatch : trusted) ?? [], value) : [];
  const book = useMatchBook(all.slice(0, NAMED).map(({ market }) => market.terms.fixtureId));
  return (
    <div class="page">
      <h1>Markets</h1>
      <p class="lead">
        Bets without a bookmaker: the chain holds the money, and pays the winners after a proof of the result.
      </p>
      <WalletBar />
      <p class="actions">
        <a class="button" href={linkTo('markets/new', { fixture })}>
          Make a market
        </a>
        {fixture !== null && (
          <span>
            Only those on {versusOf(book.get(Number(fixture)) ?? undefined, Number(fixture))}.{' '}
            <a href={linkTo('markets')}>All markets</a>
          </span>
        )}
      </p>
      {error !== null && <Problem error={error} />}
      {!value && error === null && <p class="quiet">Reading them from the chain …</p>}
      {others > 0 && (
        <label class="check">
          <input type="checkbox" checked={isAll} onChange={({ currentTarget }) => setAll(currentTarget.checked)} />
          Show {others} that another oracle decides, or that use another token
        </label>
      )}
      {value && all.length === 0 && (
        <p>There is no {others > 0 && 'other '}market yet. Make one on an upcoming match.</p>
      )}
      {value && GROUPS.map((group) => <Group key={group.name} group={group} all={all} listed={value} book={book} />)}
    </div>
  );
}

/** Markets whose teams are asked for. */
const NAMED = 200;

/** Whether its outcome can still change. */
const isOpen = ({ market: { state } }: WatchedMarket): boolean => state === 'Open' || state === 'Proposed';

const GROUPS = [
  { name: 'Open', has: isOpen },
  { name: 'Decided', has: (one: WatchedMarket) => !isOpen(one) },
] as const;

type Book = ReturnType<typeof useMatchBook>;

interface GroupProps {
  readonly group: (typeof GROUPS)[number];
  readonly all: readonly WatchedMarket[];
  readonly listed: Listed;
  readonly book: Book;
}

function Group({ group: { name, has }, all, listed, book }: GroupProps) {
  const [most, setMost] = useState(PAGE);
  const some = all.filter(has);
  if (some.length === 0) return null;
  return (
    <section class="group" aria-labelledby={name}>
      <h2 id={name}>
        {name} <span class="badge">{some.length}</span>
      </h2>
      <ul class="markets">
        {some.slice(0, most).map((one) => (
          <Row key={one.address} one={one} listed={listed} match={book.get(one.market.terms.fixtureId)} />
        ))}
      </ul>
      {some.length > most && (
        <p class="actions">
          <button type="button" class="plain" onClick={() => setMost(most + PAGE)}>
            Show more
          </button>
          <span class="quiet">{some.length - most} are not shown.</span>
        </p>
      )}
    </section>
  );
}

interface RowProps {
  readonly one: WatchedMarket;
  readonly listed: Listed;
  readonly match: ReturnType<Book['get']>;
}

function Row({ one, listed, match }: RowProps) {
  const { address, market, watched } = one;
  const { terms, totals } = market;
  const pool = totals.reduce((a, b) => a + b, 0n);
  const doubts = doubtsOf(one, listed);
  const names = namesOf(match);
  const next = nextWords(market, watched, listed.now, names);
  const outcomes = termOutcomes(terms, names);
  const paid = paidWords(market, names);
  return (
    <li class="card" data-fixture={terms.fixtureId}>
      <a href={linkTo(`markets/${address}`)}>
        <strong>{versusOf(match, terms.fixtureId)}</strong>
        <br />
        {outcomes.join(' / ')}
      </a>
      <p>
        <span class="badge">{stateWords(market, listed.now.seconds, names)}</span>{' '}
        {listed.own.has(address) && <span class="badge">Yours</span>}{' '}
        {terms.mint === listed.stablecoin
          ? `${tokensText(pool, DECIMALS)} stablecoins staked`
          : `staked in another token, ${terms.mint}`}
      </p>
      {doubts.map((doubt) => (
        <p key={doubt} class="fault">
          {doubt}
        </p>
      ))}
      {paid !== null && <p>{paid}</p>}
      <p class="hint">
        {next.text} {next.distance !== null && `(${next.distance})`}
      </p>
      {watched.end !== null && <p class="hint">{next.watch}</p>}
    </li>
  );
}

/** The reason for which the guards would refuse a stake on any match. */
function doubtsOf({ market: { terms } }: WatchedMarket, { oracle, stablecoin }: Listed): string[] {
  return [
    ...(terms.oracleProgram === oracle ? [] : ['Careful: another oracle program than yours decides it.']),
    ...(terms.mint === stablecoin ? [] : ['Careful: its token is not the stablecoin of your oracle.']),
  ];
}

/** Markets with a position of the wallet come first, then those that close next, then the others, the latest first. */
function inOrder(markets: readonly WatchedMarket[], { own, now }: Listed): WatchedMarket[] {
  const rankOf = ({ address, market }: WatchedMarket): number =>
    own.has(address) ? 0 : market.state === 'Open' && market.terms.stakesClose > now.seconds ? 1 : 2;
  return markets.toSorted((a, b) => {
    const [one, other] = [rankOf(a), rankOf(b)];
    const later = a.market.terms.stakesClose - b.market.terms.stakesClose;
    return one - other || (one === 1 ? later : -later);
  });
}
