import { SPORT_COUNTERS, SPORT_LAYOUTS, SPORT_PARTS, type Sport } from './sports/sports.js';

/**
 * Names what a stat key counts; undefined for a key that the sport does not have.
 *
 * @example
 * ```ts
 * import { statName } from '@linesman/sdk/format';
 *
 * statName('soccer', 1001); // 'participant 1 goals, first half'
 * ```
 */
export function statName(sport: Sport, key: number): string | undefined {
  const block = Math.floor(key / 1000);
  const offset = key % 1000;
  const blocks: readonly number[] = SPORT_LAYOUTS[sport].blocks;
  const part = SPORT_PARTS[sport][blocks.indexOf(block)];
  const [, stat] = SPORT_COUNTERS[sport][Math.floor((offset - 1) / 2)] ?? [];
  if (stat === undefined || part === undefined) return undefined;
  return `participant ${offset % 2 === 1 ? 1 : 2} ${stat}${block === 0 ? '' : `, ${part.name}`}`;
}
