import type { Sport } from 'linesman/format';
import type { Random } from './random.js';

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

export const SECOND_NAMES: Readonly<Record<Sport, readonly string[]>> = {
  soccer: ['Lanterns', 'Wayfarers', 'Bellringers', 'Millers'],
  basketball: ['Herons', 'Quarrymen', 'Sextants', 'Comets'],
  'us-football': ['Breakers', 'Drovers', 'Ironwoods', 'Stormcrows'],
};

const COMPETITIONS: Readonly<Record<Sport, { readonly id: number; readonly name: string }>> = {
  soccer: { id: 901, name: 'Halcyon League' },
  basketball: { id: 902, name: 'Meridian Court Series' },
  'us-football': { id: 906, name: 'Granite Bowl' },
};

/** The sport's fictional competition. */
export const competitionOf = (sport: Sport) => COMPETITIONS[sport];

/** A fictional team. */
export interface Team {
  readonly id: number;
  readonly name: string;
}

/** Picks two different teams for a score line. Those of a feed are in `clubs.ts`. */
export function pickTeams(random: Random, sport: Sport): [Team, Team] {
  const first = random.below(PLACES.length);
  const second = (first + 1 + random.below(PLACES.length - 1)) % PLACES.length;
  const team = (place: number): Team => ({
    id: 100 * competitionOf(sport).id + place,
    name: `${PLACES[place]} ${random.pick(SECOND_NAMES[sport])}`,
  });
  return [team(first), team(second)];
}
