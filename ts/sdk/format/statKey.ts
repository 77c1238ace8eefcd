import type { Brand } from './brand.js';
import { integer, U32_MAX } from './integer.js';

/** Key of a stat, a u32: `1000 · block + offset`. Odd offsets belong to participant 1, even ones to participant 2. */
export type StatKey = Brand<number, 'StatKey'>;

/** The stats that the source of a fixture states: `all` of its sport, or these; `null` while nobody knows. */
export type StatedKeys = readonly number[] | 'all' | null;

/**
 * Returns the first key that a source is known not to state. Nothing about it can be proven, not even that it is zero.
 *
 * @example
 * ```ts
 * import { unstatedKey } from '@linesman/sdk/format';
 *
 * unstatedKey([1, 2], [1, 7]); // 7
 * unstatedKey('all', [1, 7]); // undefined
 * ```
 */
export const unstatedKey = (stated: StatedKeys, keys: readonly number[]): number | undefined =>
  stated === null || stated === 'all' ? undefined : keys.find((key) => !stated.includes(key));

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
