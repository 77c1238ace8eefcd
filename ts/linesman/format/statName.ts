import type { Sport } from './sport.js';

const SOCCER_STATS = ['goals', 'yellow cards', 'red cards', 'corners'];
const SOCCER_BLOCKS: Readonly<Record<number, string>> = {
  0: 'total',
  1: 'first half',
  2: 'half time',
  3: 'second half',
  4: 'extra time first half',
  5: 'extra time second half',
  6: 'penalty shoot-out',
  7: 'extra time total',
};
const BASKETBALL_STATS = [
  'score',
  'fouls',
  'personal fouls',
  'blocks',
  'rebounds',
  'free throws made',
  '2-pointers made',
  '3-pointers made',
  'free throws missed',
  '2-pointers missed',
  '3-pointers missed',
  'free-throw attempts',
  '2-pointer attempts',
  '3-pointer attempts',
  'assists',
  'turnovers',
  'steals',
  'used timeouts',
];
const US_FOOTBALL_STATS = [
  'score',
  'touchdowns',
  'field goals',
  '1-point conversions',
  '2-point conversions',
  'safeties',
  '1-point safeties',
  'defensive 2-point conversions',
];
const US_BLOCKS: Readonly<Record<number, string>> = {
  0: 'total',
  1: 'first half',
  2: 'second half',
  10: 'first quarter',
  20: 'second quarter',
  30: 'third quarter',
  40: 'fourth quarter',
};
const STATS: Readonly<Record<Sport, readonly string[]>> = {
  soccer: SOCCER_STATS,
  basketball: BASKETBALL_STATS,
  'us-football': US_FOOTBALL_STATS,
};

/**
 * Names what a stat key counts; undefined for a key that the sport does not have.
 *
 * @example
 * ```ts
 * import { statName } from 'linesman/format';
 *
 * statName('soccer', 1001); // 'participant 1 goals, first half'
 * ```
 */
export function statName(sport: Sport, key: number): string | undefined {
  const block = Math.floor(key / 1000);
  const offset = key % 1000;
  const stat = STATS[sport][Math.floor((offset - 1) / 2)];
  const part = (sport === 'soccer' ? SOCCER_BLOCKS : US_BLOCKS)[block];
  if (offset < 1 || stat === undefined || part === undefined) return undefined;
  return `participant ${offset % 2 === 1 ? 1 : 2} ${stat}${block === 0 ? '' : `, ${part}`}`;
}
