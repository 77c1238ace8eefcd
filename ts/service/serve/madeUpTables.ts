import type { OperatorTables } from '../auth/index.js';
import { LEAGUE_BUNDLES, LEAGUES } from '../season/index.js';

/** The operator tables of the generated matches. */
export const MADE_UP_TABLES: OperatorTables = {
  leagues: LEAGUES,
  leagueBundles: LEAGUE_BUNDLES,
  marketBundles: [],
  freeBundle: 1,
};
