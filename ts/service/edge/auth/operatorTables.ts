import { fail, INVALID_OPERATOR_TABLE } from '@linesman/sdk/error';

/** A league. The id is the `CompetitionId` of its fixtures. */
export interface LeagueRow {
  readonly id: number;
  readonly name: string;
}

/** Leagues sold together. The id counts from 1 and is a `league_bundle_id` of the pricing matrix. */
export interface LeagueBundleRow {
  readonly id: number;
  readonly leagues: readonly number[];
}

/** Markets (`SuperOddsType`) sold together. The id counts from 1 and is a `market_bundle_id` of the pricing matrix. */
export interface MarketBundleRow {
  readonly id: number;
  readonly markets: readonly string[];
}

/** The operator's offer. */
export interface OperatorTables {
  readonly leagues: readonly LeagueRow[];
  readonly leagueBundles: readonly LeagueBundleRow[];
  readonly marketBundles: readonly MarketBundleRow[];
  /** Bundle of legacy subscriptions. */
  readonly freeBundle: number;
}

/**
 * Errors: INVALID_OPERATOR_TABLE when an id repeats or is below 1, a bundle contains an unknown league, or the free
 * bundle is missing.
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
