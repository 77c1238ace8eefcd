import type { SubscribedPeriod, Subscription } from '@linesman/sdk/client';
import type { Period } from './authStore.js';
import type { OperatorTables } from './operatorTables.js';

/** The periods of a wallet, with the contents of their bundles from the operator's tables. */
export function subscriptionView(
  wallet: string,
  periods: readonly Period[],
  now: number,
  tables: OperatorTables,
): Subscription {
  const shown = periods.map(
    ({ level, startsAt, endsAt, samplingSeconds, leagueBundle, leagues, marketBundle }): SubscribedPeriod => ({
      level,
      from: startsAt,
      until: endsAt,
      samplingSeconds,
      leagueBundle,
      leagues:
        leagueBundle === null
          ? leagues
          : leagueBundle === 0
            ? null
            : (tables.leagueBundles.find(({ id }) => id === leagueBundle)?.leagues ?? []),
      marketBundle,
      markets: marketBundle === 0 ? null : (tables.marketBundles.find(({ id }) => id === marketBundle)?.markets ?? []),
    }),
  );
  const named = new Set(shown.flatMap(({ leagues }) => leagues ?? []));
  const leagueNames = tables.leagues.filter(({ id }) => named.has(id)).map(({ id, name }) => ({ id, name }));
  return { wallet, now, leagueNames, periods: shown };
}
