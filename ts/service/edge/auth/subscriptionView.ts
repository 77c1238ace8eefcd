import type { Access } from './access.js';
import type { OperatorTables } from './operatorTables.js';

/** What a wallet has bought, as it is shown to it. Times are Unix times in ms. */
export interface SubscriptionView {
  /** Base58. */
  readonly wallet: string;
  readonly now: number;
  /** By level and start; those that are over are left out, those to come are there. */
  readonly periods: readonly {
    readonly level: number;
    readonly from: number;
    readonly until: number;
    /** Seconds between odds of one line; 0: real time. */
    readonly samplingSeconds: number;
    /** 0 for all leagues; `null`: a selection. */
    readonly leagueBundle: number | null;
    /** Ids; `null`: all there are. */
    readonly leagues: readonly number[] | null;
    /** 0 for all markets. */
    readonly marketBundle: number;
    /** `SuperOddsType`; `null`: all there are. */
    readonly markets: readonly string[] | null;
  }[];
}

/** The periods behind an access, with what their bundles hold by the tables of the operator. */
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
