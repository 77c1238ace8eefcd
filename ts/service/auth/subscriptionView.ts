import type { Access } from './access.js';
import type { OperatorTables } from './operatorTables.js';

/** A wallet's purchases as shown to its holder. Times are Unix ms. */
export interface SubscriptionView {
  /** Base58. */
  readonly wallet: string;
  readonly now: number;
  /** By level and start; includes future periods, but not expired ones. */
  readonly periods: readonly {
    readonly level: number;
    readonly from: number;
    readonly until: number;
    /** Seconds between odds of a line; 0: real time. */
    readonly samplingSeconds: number;
    /** 0 for all leagues; `null` for a selection. */
    readonly leagueBundle: number | null;
    /** Ids; `null` for all. */
    readonly leagues: readonly number[] | null;
    /** 0 for all markets. */
    readonly marketBundle: number;
    /** `SuperOddsType`; `null` for all. */
    readonly markets: readonly string[] | null;
  }[];
}

/** The periods behind an access, with the contents of their bundles from the operator's tables. */
export function subscriptionView({ wallet, periods }: Access, now: number, tables: OperatorTables): SubscriptionView {
  return {
    wallet,
    now,
    periods: periods.map(({ level, startsAt, endsAt, samplingSeconds, leagueBundle, leagues, marketBundle }) => ({
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
    })),
  };
}
