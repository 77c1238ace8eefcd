import { chainTime, outcomesOf, wholeTokens } from 'linesman/program';
import { linkTo } from '../../frame/route.js';
import { Problem } from '../../shared/Problem.js';
import { DECIMALS } from '../../wallet/balances.js';
import { requireChain } from '../../wallet/chain.js';
import { WalletBar } from '../../wallet/WalletBar.js';
import { listMarkets } from './marketActions.js';
import { useReading } from './useReading.js';
import { nextWords, stateWords } from './words.js';

/** Shown at once; a list of thousands would be slow, and nobody reads it. */
const MOST = 100;

export function MarketList() {
  const { value, error } = useReading(async () => {
    const access = await requireChain();
    const [markets, now] = await Promise.all([listMarkets(access), chainTime(access.chain)]);
    return { markets, now, stablecoin: access.config.stablecoinMint };
  }, []);
  return (
    <div class="page">
      <h1>Markets</h1>
      <p class="lead">Bets on what the oracle proves. The settlement program verifies the proof and pays.</p>
      <WalletBar />
      <p class="actions">
        <a class="button" href={linkTo('markets/new')}>
          Make a market
        </a>
      </p>
      {error !== null && <Problem error={error} />}
      {value && value.markets.length === 0 && <p>There is no market yet.</p>}
      <ul class="markets">
        {value?.markets.slice(0, MOST).map(({ address, market }) => {
          const { terms, totals } = market;
          const pool = totals.reduce((a, b) => a + b, 0n);
          return (
            <li key={address} class="card">
              <a href={linkTo(`markets/${address}`)}>
                Fixture {terms.fixtureId}:{' '}
                {outcomesOf(terms)
                  .flatMap(({ condition }) => (condition === null ? [] : [condition]))
                  .join(', or ')}
              </a>
              <p>
                <span class="badge">{stateWords(market, value.now)}</span>{' '}
                {terms.mint === value.stablecoin
                  ? `${wholeTokens(pool, DECIMALS)} stablecoins staked`
                  : `staked in another token, ${terms.mint}`}
              </p>
              <p class="hint">{nextWords(market, value.now).text}</p>
            </li>
          );
        })}
      </ul>
      {value && value.markets.length > MOST && <p>{value.markets.length - MOST} older ones are not shown.</p>}
    </div>
  );
}
