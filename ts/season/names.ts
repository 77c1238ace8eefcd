import type { Sport } from '@linesman/sdk/format';
import type { Team } from './league.js';
import type { Random } from './random.js';
import { SEASON_OF } from './sports/sports.js';

/** Fictional places. Nothing here may resemble a real team or competition. */
export const PLACES = [
  'Arvendale',
  'Brackmoor',
  'Coldenfirth',
  'Dunmarrow',
  'Elverstead',
  'Fennick',
  'Gorsewick',
  'Hallowmere',
  'Inverloch Sands',
  'Jarrowdene',
  'Kelpforth',
  'Lindenhaven',
  'Marrowgate',
  'Nethercombe',
  'Oxenholt',
  'Pellbridge',
  'Quillford',
  'Ravensby',
  'Saltmarch',
  'Thornwater',
  'Umberfield',
  'Vantry',
  'Wexmoor',
  'Yarrowby',
] as const;

/** The sport's fictional competition. */
export const competitionOf = (sport: Sport) => SEASON_OF[sport].competition;

/** Picks two different teams for a score line. Those of a feed are in `clubs.ts`. */
export function pickTeams(random: Random, sport: Sport): [Team, Team] {
  const first = random.below(PLACES.length);
  const second = (first + 1 + random.below(PLACES.length - 1)) % PLACES.length;
  const team = (place: number): Team => ({
    id: 100 * competitionOf(sport).id + place,
    name: `${PLACES[place]} ${random.pick(SEASON_OF[sport].secondNames)}`,
  });
  return [team(first), team(second)];
}
