import { borshBytes, HASH_SCHEMA, type Schema } from './borsh.js';
import type { Hash } from './hash.js';
import { sha256 } from './sha256.js';
import { taggedBytes } from './taggedBytes.js';
import { UPDATE_STATS_SCHEMA, type UpdateStats } from './updateStats.js';

/** The odds records of one fixture in one 5-minute slot. */
export interface OddsBatchSummary {
  readonly fixtureId: number;
  readonly updateStats: UpdateStats;
  readonly oddsSubTreeRoot: Hash;
}

export const ODDS_BATCH_SUMMARY_SCHEMA: Schema = {
  struct: { fixtureId: 'i64', updateStats: UPDATE_STATS_SCHEMA, oddsSubTreeRoot: HASH_SCHEMA },
};

/** `0x01 ‖ i64 fixture_id ‖ u32 update_count ‖ i64 min_ts ‖ i64 max_ts ‖ [32] root`: 61 bytes. */
export function oddsSummaryLeafBytes(summary: OddsBatchSummary): Uint8Array {
  return taggedBytes(1, borshBytes(ODDS_BATCH_SUMMARY_SCHEMA, summary, 'summary'));
}

export function oddsSummaryLeafHash(summary: OddsBatchSummary): Hash {
  return sha256(oddsSummaryLeafBytes(summary));
}
