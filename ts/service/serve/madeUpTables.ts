import type { OperatorTables } from '../edge/auth/index.js';
import { LEAGUE_BUNDLES, LEAGUES } from '../season/index.js';

/** The tables that come with the made-up matches. */
export const MADE_UP_TABLES: OperatorTables = {
  leagues: LEAGUES,
  leagueBundles: LEAGUE_BUNDLES,
  marketBundles: [],
  freeBundle: 1,
};
