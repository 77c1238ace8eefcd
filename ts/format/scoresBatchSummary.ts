import { borshBytes, HASH_SCHEMA, type Schema } from './borsh.js';
import type { Hash } from './hash.js';
import { sha256 } from './sha256.js';
import { taggedBytes } from './taggedBytes.js';
import { SCORES_UPDATE_STATS_SCHEMA, type UpdateStats } from './updateStats.js';

/** One fixture in one 5-minute slot. */
export interface ScoresBatchSummary {
  readonly fixtureId: number;
  readonly updateStats: UpdateStats;
  readonly eventsSubTreeRoot: Hash;
}

export const SCORES_BATCH_SUMMARY_SCHEMA: Schema = {
  struct: { fixtureId: 'i64', updateStats: SCORES_UPDATE_STATS_SCHEMA, eventsSubTreeRoot: HASH_SCHEMA },
};

/** `0x01 ‖ i64 fixture_id ‖ i32 update_count ‖ i64 min_ts ‖ i64 max_ts ‖ [32] root`: 61 bytes. */
export function scoresSummaryLeafBytes(summary: ScoresBatchSummary): Uint8Array {
  return taggedBytes(1, borshBytes(SCORES_BATCH_SUMMARY_SCHEMA, summary, 'summary'));
}

/** Leaf of the main tree of a scores slot. */
export function scoresSummaryLeafHash(summary: ScoresBatchSummary): Hash {
  return sha256(scoresSummaryLeafBytes(summary));
}
