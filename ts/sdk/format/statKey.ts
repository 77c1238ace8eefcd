import type { Brand } from './brand.js';
import { integer, U32_MAX } from './integer.js';

/** Key of a stat, a u32: `1000 · block + offset`. Odd offsets belong to participant 1, even ones to participant 2. */
export type StatKey = Brand<number, 'StatKey'>;

/**
 * Marks a number as a stat key. Errors: INVALID_NUMBER unless a u32.
 *
 * @example
 * ```ts
 * import { statKey } from '@linesman/sdk/format';
 *
 * const firstHalfGoals = statKey(1001);
 * ```
 */
export function statKey(value: number): StatKey {
  return integer(value, 0, U32_MAX, 'stat key') as StatKey;
}
