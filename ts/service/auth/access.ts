import { bytesToHex } from 'linesman/format';
import type { Period, TokenOwner } from './authStore.js';
import { type Entitlement, entitlementOf } from './entitlement.js';
import type { OperatorTables } from './operatorTables.js';

/** What an API token may do now. */
export interface Access {
  /** Tells tokens apart in limits and logs; no secret. */
  readonly tokenId: string;
  /** Base58. */
  readonly wallet: string;
  /** That of the owner: with another one this is out of date. */
  readonly version: number;
  /** The periods of the wallet that are not over. */
  readonly periods: readonly Period[];
  /** Unix time in ms of the next start or end of a period: until then this holds. */
  readonly changesAt: number;
  /** Every interval that `sampling` may give, the smallest first. */
  readonly intervals: readonly number[];
  seesLeague(leagueId: number): boolean;
  /** Seconds between odds of one line of this league and market (`SuperOddsType`), 0 for real time; `null`: not to be seen. */
  sampling(leagueId: number, market: string): number | null;
  /** The same at another time (Unix, ms); `null`: then no period holds. */
  at(now: number): Access | null;
}

/**
 * What the tokens of a wallet may see at `now` (Unix time, ms), and until when; `null` when none of its periods holds. Each
 * period grants its own leagues × markets at its own interval; where several grant the same, the smallest of their
 * intervals applies. A period lends nothing to another: two cheap levels together make no dear one.
 */
export function accessAt(owner: TokenOwner, now: number, tables: OperatorTables): Access | null {
  const { hash, wallet, version } = owner;
  const periods = owner.periods.filter(({ endsAt }) => now < endsAt);
  const grants = periods
    .filter(({ startsAt }) => startsAt <= now)
    .map((period) => entitlementOf(period, tables))
    .sort((a, b) => a.samplingSeconds - b.samplingSeconds);
  if (grants.length === 0) return null;
  // Sorted, so the first one that grants it has the smallest interval.
  const grantOf = (leagueId: number, market: string): Entitlement | undefined =>
    grants.find((grant) => grant.seesLeague(leagueId) && grant.seesMarket(market));
  return {
    tokenId: bytesToHex(hash.subarray(0, 8)),
    wallet,
    version,
    periods,
    changesAt: Math.min(...periods.map(({ startsAt, endsAt }) => (now < startsAt ? startsAt : endsAt))),
    intervals: [...new Set(grants.map(({ samplingSeconds }) => samplingSeconds))],
    seesLeague: (leagueId) => grants.some((grant) => grant.seesLeague(leagueId)),
    sampling: (leagueId, market) => grantOf(leagueId, market)?.samplingSeconds ?? null,
    at: (time) => accessAt(owner, time, tables),
  };
}
