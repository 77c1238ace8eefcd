import { SPORT_COUNTERS, type Sport } from './sports/sports.js';
import type { StatedKeys } from './statKey.js';
import { keysOfSport } from './zeroMap.js';

/**
 * Says what the source of a fixture states, where that is not every stat; otherwise undefined.
 *
 * @example
 * ```ts
 * import { statedText } from '@linesman/sdk/format';
 *
 * statedText([1, 2, 7, 8], 'soccer'); // '4 of 64 stats: goals, corners'
 * ```
 */
export function statedText(stated: StatedKeys, sport: Sport): string | undefined {
  if (stated === null || stated === 'all') return undefined;
  const counters = SPORT_COUNTERS[sport].filter((_, i) => stated.some((key) => Math.ceil((key % 1000) / 2) === i + 1));
  return `${stated.length} of ${keysOfSport(sport).length} stats: ${counters.map(([, name]) => name).join(', ')}`;
}
