import {
  fail,
  INVALID_OPERATOR_TABLE,
  LEAGUE_UNKNOWN,
  LEAGUES_MISSING,
  LEAGUES_NOT_SELECTABLE,
  LEAGUES_REPEATED,
  TOO_MANY_LEAGUES,
} from '@linesman/sdk/error';
import { modeOf, type ServiceRow } from '@linesman/sdk/program';
import type { OperatorTables } from './operatorTables.js';

/** The terms of a subscription at its purchase. Later changes of the pricing matrix do not affect them. */
export interface Terms {
  readonly level: number;
  /** Seconds between odds of a line; 0: real time. */
  readonly samplingSeconds: number;
  /** Bundle in the operator's table, 0 for all leagues; `null` for a custom selection. */
  readonly leagueBundle: number | null;
  /** The custom selection, otherwise empty. */
  readonly leagues: readonly number[];
  /** Bundle in the operator's table, 0 for all markets. */
  readonly marketBundle: number;
}

/**
 * The terms of a purchased level with the requested leagues. Errors: LEAGUES_NOT_SELECTABLE when the level has no
 * selection; LEAGUES_MISSING, LEAGUES_REPEATED, LEAGUE_UNKNOWN or TOO_MANY_LEAGUES for a wrong selection;
 * INVALID_OPERATOR_TABLE when the tables lack a bundle.
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

/** The rights that terms grant. */
export interface Entitlement {
  readonly samplingSeconds: number;
  seesLeague(leagueId: number): boolean;
  seesMarket(market: string): boolean;
}

/** The current tables of the operator decide the content of a bundle. */
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
