import type { Brand } from './brand.js';
import { integer, U32_MAX } from './integer.js';

/** Number of a stat, a u32: `1000 · block + offset`; participant 1 has the odd offsets, participant 2 the even ones. */
export type StatKey = Brand<number, 'StatKey'>;

export function statKey(value: number): StatKey {
  return integer(value, 0, U32_MAX, 'stat key') as StatKey;
}
