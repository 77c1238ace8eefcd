import type { Team } from './names.js';
import type { Random } from './random.js';

/** Names of fictional players. */
const FIRST = [
  'Aldo',
  'Bram',
  'Corin',
  'Davit',
  'Eskil',
  'Fenn',
  'Garo',
  'Hale',
  'Ivo',
  'Joss',
  'Kesh',
  'Lorn',
  'Mirko',
];
const LAST = ['Ashdown', 'Bellwright', 'Crake', 'Dunmore', 'Ellery', 'Farrow', 'Gantry', 'Hobbes', 'Inskip', 'Jarrold'];
const COUNTRIES = ['Norland', 'Ostrel Isles', 'Veldany', 'Tarrow', 'Quessia'];

export interface Person {
  /** Positive int32, unique across teams. */
  readonly id: number;
  readonly name: string;
  readonly country: string;
  /** `YYYY-MM-DD`. */
  readonly dateOfBirth: string;
}

/** The players of a team, starters first. The same arguments always give the same squad. */
export function squadOf(team: Team, size: number, random: Random): Person[] {
  return Array.from({ length: size }, (_, i) => ({
    id: 100 * team.id + i + 1,
    name: `${random.pick(FIRST)} ${random.pick(LAST)}`,
    country: random.pick(COUNTRIES),
    dateOfBirth: `${random.between(1988, 2006)}-${two(random.between(1, 12))}-${two(random.between(1, 28))}`,
  }));
}

const two = (value: number): string => String(value).padStart(2, '0');
