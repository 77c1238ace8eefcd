import { bytesToHex } from '@linesman/sdk/format';
import type { Period, TokenOwner } from './authStore.js';
import { type Entitlement, entitlementOf } from './entitlement.js';
import type { OperatorTables } from './operatorTables.js';

/** The current rights of an API token. */
export interface Access {
  /** Identifies the token in limits and logs; not a secret. */
  readonly tokenId: string;
  /** Base58. */
  readonly wallet: string;
  /** Version of the owner; any other version means that this access is outdated. */
  readonly version: number;
  /** The wallet's running and future periods. */
  readonly periods: readonly Period[];
  /** Unix time in ms of the next start or end of a period; valid until then. */
  readonly changesAt: number;
  /** Every value that `sampling` may return, ascending. */
  readonly intervals: readonly number[];
  seesLeague(leagueId: number): boolean;
  /**
   * Seconds between odds of a line in this league and market (`SuperOddsType`): 0 for real time, `null` for no access.
   */
  sampling(leagueId: number, market: string): number | null;
  /** The access at another time (Unix ms); `null` if no period includes that time. */
  at(now: number): Access | null;
}

/**
 * The access of a wallet's tokens at `now` (Unix ms); `null` if no period includes that time. Each period grants its
 * own leagues and markets at its own interval; where several grant the same, the smallest interval applies. Periods do
 * not combine, because two cheap levels must not add up to an expensive one.
 */
export function accessAt(owner: TokenOwner, now: number, tables: OperatorTables): Access | null {
  const { hash, wallet, version } = owner;
  const periods = owner.periods.filter(({ endsAt }) => now < endsAt);
  const grants = periods
    .filter(({ startsAt }) => startsAt <= now)
    .map((period) => entitlementOf(period, tables))
    .sort((a, b) => a.samplingSeconds - b.samplingSeconds);
  if (grants.length === 0) return null;
  // Sorted, so the first match has the smallest interval.
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

/** `accessAt` with a cache: valid for as long as the owner object lives and no period starts or ends. */
export function keptAccess(tables: OperatorTables): (owner: TokenOwner, now: number) => Access | null {
  const kept = new WeakMap<TokenOwner, { readonly from: number; readonly access: Access }>();
  return (owner, now) => {
    const known = kept.get(owner);
    if (known && known.from <= now && now < known.access.changesAt) return known.access;
    const access = accessAt(owner, now, tables);
    if (access) kept.set(owner, { from: now, access });
    return access;
  };
}
