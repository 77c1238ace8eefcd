import { HASH_SCHEMA, type Schema } from './borsh.js';
import { type Hash, hashOf } from './hash.js';
import { I32_MAX, I32_MIN, integer } from './integer.js';
import { sha256 } from './sha256.js';
import { SCORES_UPDATE_STATS_SCHEMA, type UpdateStats } from './updateStats.js';

/** Summarises the score updates of one fixture in a 5-minute slot. */
export interface ScoresBatchSummary {
  readonly fixtureId: number;
  readonly updateStats: UpdateStats;
  readonly eventsSubTreeRoot: Hash;
}

export const SCORES_BATCH_SUMMARY_SCHEMA: Schema = {
  struct: { fixtureId: 'i64', updateStats: SCORES_UPDATE_STATS_SCHEMA, eventsSubTreeRoot: HASH_SCHEMA },
};

/**
 * Encodes a scores summary: `0x01 ‖ i64 fixture_id ‖ i32 update_count ‖ i64 min_ts ‖ i64 max_ts ‖ [32] root`,
 * 61 bytes. Errors: INVALID_NUMBER; INVALID_HASH.
 *
 * @example
 * ```ts
 * import { type ScoresBatchSummary, scoresSummaryLeafBytes } from '@linesman/sdk/format';
 *
 * declare const summary: ScoresBatchSummary;
 * scoresSummaryLeafBytes(summary).length; // 61
 * ```
 */
export function scoresSummaryLeafBytes(summary: ScoresBatchSummary): Uint8Array {
  const { fixtureId, updateStats, eventsSubTreeRoot } = summary;
  const bytes = new Uint8Array(61);
  const view = new DataView(bytes.buffer);
  // Written in two halves, because BigInts take several times as long.
  const i64 = (at: number, value: number, what: string): void => {
    view.setInt32(at, integer(value, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, what), true);
    view.setInt32(at + 4, Math.floor(value / 2 ** 32), true);
  };
  bytes[0] = 1;
  i64(1, fixtureId, 'summary.fixtureId');
  view.setInt32(9, integer(updateStats.updateCount, I32_MIN, I32_MAX, 'summary.updateStats.updateCount'), true);
  i64(13, updateStats.minTimestamp, 'summary.updateStats.minTimestamp');
  i64(21, updateStats.maxTimestamp, 'summary.updateStats.maxTimestamp');
  bytes.set(hashOf(eventsSubTreeRoot, 'summary.eventsSubTreeRoot'), 29);
  return bytes;
}

/**
 * Hashes a leaf of the main tree of a scores slot. Errors: INVALID_NUMBER; INVALID_HASH.
 *
 * @example
 * ```ts
 * import { type ScoresBatchSummary, scoresSummaryLeafHash } from '@linesman/sdk/format';
 *
 * declare const summary: ScoresBatchSummary;
 * const leaf = scoresSummaryLeafHash(summary);
 * ```
 */
export function scoresSummaryLeafHash(summary: ScoresBatchSummary): Hash {
  return sha256(scoresSummaryLeafBytes(summary));
}
