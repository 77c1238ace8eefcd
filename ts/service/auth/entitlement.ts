import {
  fail,
  INVALID_OPERATOR_TABLE,
  LEAGUE_UNKNOWN,
  LEAGUES_MISSING,
  LEAGUES_NOT_SELECTABLE,
  LEAGUES_REPEATED,
  TOO_MANY_LEAGUES,
} from 'linesman/error';
import { modeOf, type ServiceRow } from 'linesman/program';
import type { OperatorTables } from './operatorTables.js';

/** What a subscription gives, as it was bought; a change of the pricing matrix after the purchase does not touch it. */
export interface Terms {
  readonly level: number;
  /** Seconds between odds of one line; 0: real time. */
  readonly samplingSeconds: number;
  /** Bundle of the operator's table, 0 for all leagues; null for a custom selection. */
  readonly leagueBundle: number | null;
  /** The custom selection; else empty. */
  readonly leagues: readonly number[];
  /** Bundle of the operator's table, 0 for all markets. */
  readonly marketBundle: number;
}

/**
 * The terms of a level as it was bought, with the leagues that were asked for. Errors: LEAGUES_NOT_SELECTABLE leagues
 * where none can be chosen; of a custom selection LEAGUES_MISSING none, LEAGUES_REPEATED one twice, LEAGUE_UNKNOWN an
 * unknown one, TOO_MANY_LEAGUES too many; INVALID_OPERATOR_TABLE a bundle that the tables do not have.
 */
export function termsOf(row: ServiceRow, leagues: readonly number[], tables: OperatorTables): Terms {
  const level = row.rowId;
  const mode = modeOf(level, row);
  const terms = { level, samplingSeconds: row.samplingIntervalSec, marketBundle: row.marketBundleId };
  if (row.marketBundleId !== 0 && !tables.marketBundles.some(({ id }) => id === row.marketBundleId))
    fail(INVALID_OPERATOR_TABLE, { problem: 'no such bundle', of: 'markets', level, bundle: row.marketBundleId });
  if (mode.mode !== 'custom') {
    if (leagues.length > 0) fail(LEAGUES_NOT_SELECTABLE, { level, mode: mode.mode });
    const leagueBundle = mode.mode === 'legacy' ? tables.freeBundle : mode.bundle;
    if (leagueBundle !== 0 && !tables.leagueBundles.some(({ id }) => id === leagueBundle))
      fail(INVALID_OPERATOR_TABLE, { problem: 'no such bundle', of: 'leagues', level, bundle: leagueBundle });
    return { ...terms, leagueBundle, leagues: [] };
  }
  if (leagues.length === 0) fail(LEAGUES_MISSING, { level });
  const repeated = leagues.find((league, i) => leagues.indexOf(league) !== i);
  if (repeated !== undefined) fail(LEAGUES_REPEATED, { league: repeated });
  const unknown = leagues.find((league) => !tables.leagues.some(({ id }) => id === league));
  if (unknown !== undefined) fail(LEAGUE_UNKNOWN, { league: unknown });
  if (leagues.length > mode.limit) fail(TOO_MANY_LEAGUES, { level, leagues: leagues.length, limit: mode.limit });
  return { ...terms, leagueBundle: null, leagues: [...leagues] };
}

/** What terms let see. */
export interface Entitlement {
  readonly samplingSeconds: number;
  seesLeague(leagueId: number): boolean;
  seesMarket(market: string): boolean;
}

/** The operator's tables as they are now decide what a bundle holds. */
export function entitlementOf(terms: Terms, tables: OperatorTables): Entitlement {
  const { leagueBundle, marketBundle } = terms;
  const leagues = new Set(
    leagueBundle === null ? terms.leagues : tables.leagueBundles.find(({ id }) => id === leagueBundle)?.leagues,
  );
  const markets = new Set(tables.marketBundles.find(({ id }) => id === marketBundle)?.markets);
  return {
    samplingSeconds: terms.samplingSeconds,
    seesLeague: leagueBundle === 0 ? () => true : (id) => leagues.has(id),
    seesMarket: marketBundle === 0 ? () => true : (market) => markets.has(market),
  };
}
