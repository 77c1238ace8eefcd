import { LEAGUE_BUNDLES, LEAGUES } from '@linesman/season';
import type { OperatorTables } from '../edge/auth/operatorTables.js';

/** The operator tables of the generated matches. */
export const SIMULATED_TABLES: OperatorTables = {
  leagues: LEAGUES,
  leagueBundles: LEAGUE_BUNDLES,
  marketBundles: [],
  freeBundle: 1,
};
