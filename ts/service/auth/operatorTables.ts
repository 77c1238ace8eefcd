import { fail, INVALID_OPERATOR_TABLE } from 'linesman/error';

/** A league; the id is `CompetitionId` of its fixtures. */
export interface LeagueRow {
  readonly id: number;
  readonly name: string;
}

/** Leagues that are sold together; the id is a `league_bundle_id` of the pricing matrix, from 1. */
export interface LeagueBundleRow {
  readonly id: number;
  readonly leagues: readonly number[];
}

/** Markets (`SuperOddsType`) that are sold together; the id is a `market_bundle_id` of the pricing matrix, from 1. */
export interface MarketBundleRow {
  readonly id: number;
  readonly markets: readonly string[];
}

/** What the operator sells. */
export interface OperatorTables {
  readonly leagues: readonly LeagueRow[];
  readonly leagueBundles: readonly LeagueBundleRow[];
  readonly marketBundles: readonly MarketBundleRow[];
  /** The bundle of legacy subscriptions. */
  readonly freeBundle: number;
}

/**
 * Errors: INVALID_OPERATOR_TABLE ids that repeat or are below 1, leagues of bundles that do not exist, a free bundle
 * that does not exist.
 */
export function checkOperatorTables(tables: OperatorTables): void {
  const { leagues, leagueBundles, marketBundles, freeBundle } = tables;
  for (const [name, rows] of Object.entries({ leagues, leagueBundles, marketBundles })) {
    const ids = rows.map(({ id }) => id);
    const wrong = ids.find((id, i) => !Number.isInteger(id) || (name !== 'leagues' && id < 1) || ids.indexOf(id) !== i);
    if (wrong !== undefined) fail(INVALID_OPERATOR_TABLE, { problem: 'id', table: name, id: wrong });
  }
  const known = new Set(leagues.map(({ id }) => id));
  for (const bundle of leagueBundles) {
    const missing = bundle.leagues.find((id) => !known.has(id));
    if (missing !== undefined)
      fail(INVALID_OPERATOR_TABLE, { problem: 'no such league', bundle: bundle.id, league: missing });
  }
  if (!leagueBundles.some(({ id }) => id === freeBundle))
    fail(INVALID_OPERATOR_TABLE, { problem: 'no free bundle', bundle: freeBundle });
}
