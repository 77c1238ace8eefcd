import type { Team } from './league.js';
import { Random } from './random.js';

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

/** The players of a team, starters first. In a season a team has the same players in every match. */
export function squadOf(seed: string, team: Team, size: number): Person[] {
  const random = new Random(`squad/${seed}/${team.id}`);
  const names = random.shuffled(FIRST.flatMap((first) => LAST.map((last) => `${first} ${last}`)));
  return Array.from({ length: size }, (_, i) => ({
    id: 100 * team.id + i + 1,
    name: names[i % names.length] ?? '',
    country: random.pick(COUNTRIES),
    dateOfBirth: `${random.between(1988, 2006)}-${two(random.between(1, 12))}-${two(random.between(1, 28))}`,
  }));
}

const two = (value: number): string => String(value).padStart(2, '0');
