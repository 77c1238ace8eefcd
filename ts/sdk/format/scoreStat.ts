import type { Schema } from './borsh.js';
import type { Hash } from './hash.js';
import { I32_MAX, I32_MIN, integer, U32_MAX } from './integer.js';
import { sha256 } from './sha256.js';
import type { StatKey } from './statKey.js';

/** A stat of an update. `value` and `period` are i32; `period` is the record's `StatusId`, 0 without one. */
export interface ScoreStat {
  readonly key: StatKey;
  readonly value: number;
  readonly period: number;
}

export const SCORE_STAT_SCHEMA: Schema = { struct: { key: 'u32', value: 'i32', period: 'i32' } };

/**
 * Encodes a stat: `u32 key ‖ i32 value ‖ i32 period`, 12 bytes. Errors: INVALID_NUMBER.
 *
 * @example
 * ```ts
 * import { statKey, statLeafBytes } from '@linesman/sdk/format';
 *
 * statLeafBytes({ key: statKey(1), value: 2, period: 100 }); // 12 bytes
 * ```
 */
export function statLeafBytes(stat: ScoreStat): Uint8Array {
  const bytes = new Uint8Array(12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, integer(stat.key, 0, U32_MAX, 'stat key'), true);
  view.setInt32(4, integer(stat.value, I32_MIN, I32_MAX, 'value of the stat'), true);
  view.setInt32(8, integer(stat.period, I32_MIN, I32_MAX, 'period of the stat'), true);
  return bytes;
}

/**
 * Hashes a leaf of the stat tree. Errors: INVALID_NUMBER.
 *
 * @example
 * ```ts
 * import { type ScoreStat, statLeafHash } from '@linesman/sdk/format';
 * import { merkleRoot } from '@linesman/sdk/merkle';
 *
 * declare const stats: readonly ScoreStat[];
 * const eventStatRoot = merkleRoot(stats.map(statLeafHash));
 * ```
 */
export function statLeafHash(stat: ScoreStat): Hash {
  return sha256(statLeafBytes(stat));
}
