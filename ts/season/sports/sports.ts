import type { Sport } from '@linesman/sdk/format';
import { BASKETBALL } from './basketball.js';
import type { SeasonOfSport } from './definition.js';
import { SOCCER } from './soccer.js';
import { US_FOOTBALL } from './usFootball.js';

/** The definition of each sport for the generator. */
export const SEASON_OF: { readonly [S in Sport]: SeasonOfSport<S> } = {
  soccer: SOCCER,
  basketball: BASKETBALL,
  'us-football': US_FOOTBALL,
};

export const seasonOf = <S extends Sport>(sport: S): SeasonOfSport<S> => SEASON_OF[sport];
