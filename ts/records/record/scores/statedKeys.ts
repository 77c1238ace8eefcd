import { bySport, keysOfSport, SPORT_LAYOUTS, SPORT_SUMS, type Sport } from '@linesman/sdk/format';
import type { Stats } from '../../batch/record.js';

const KEYS = bySport((sport): ReadonlySet<string> => new Set(keysOfSport(sport).map(String)));

/** The first of the decimal keys that the sport does not have. */
export const unknownKey = (sport: Sport, keys: readonly string[]): string | undefined =>
  keys.find((key) => !KEYS[sport].has(key));

/** A total that differs from the sum of its parts, all of which the stats state. */
export interface WrongSum {
  readonly total: number;
  readonly value: number;
  readonly parts: readonly number[];
  readonly sum: number;
}

/** The first total of a record that its stated parts do not add up to. */
export function wrongSum(sport: Sport, stats: Stats): WrongSum | undefined {
  for (const [total, blocks] of SPORT_SUMS[sport]) {
    for (let offset = 1; offset <= SPORT_LAYOUTS[sport].offsets; offset++) {
      const value = stats[1000 * total + offset];
      if (value === undefined) continue;
      const sum = blocks.reduce((so, block) => so + (stats[1000 * block + offset] ?? Number.NaN), 0);
      if (sum === value || Number.isNaN(sum)) continue;
      return { total: 1000 * total + offset, value, parts: blocks.map((block) => 1000 * block + offset), sum };
    }
  }
  return undefined;
}
