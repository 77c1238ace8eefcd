import { borshBytes, HASH_SCHEMA, type Schema } from './borsh.js';
import type { Hash } from './hash.js';
import { sha256 } from './sha256.js';
import { taggedBytes } from './taggedBytes.js';
import { UPDATE_STATS_SCHEMA, type UpdateStats } from './updateStats.js';

/** Summarises the odds records of one fixture in a 5-minute slot. */
export interface OddsBatchSummary {
  readonly fixtureId: number;
  readonly updateStats: UpdateStats;
  readonly oddsSubTreeRoot: Hash;
}

export const ODDS_BATCH_SUMMARY_SCHEMA: Schema = {
  struct: { fixtureId: 'i64', updateStats: UPDATE_STATS_SCHEMA, oddsSubTreeRoot: HASH_SCHEMA },
};

/**
 * Encodes an odds summary: `0x01 ‖ i64 fixture_id ‖ u32 update_count ‖ i64 min_ts ‖ i64 max_ts ‖ [32] root`, 61
 * bytes. Errors: INVALID_NUMBER.
 *
 * @example
 * ```ts
 * import { type OddsBatchSummary, oddsSummaryLeafBytes } from '@linesman/sdk/format';
 *
 * declare const summary: OddsBatchSummary;
 * oddsSummaryLeafBytes(summary).length; // 61
 * ```
 */
export function oddsSummaryLeafBytes(summary: OddsBatchSummary): Uint8Array {
  return taggedBytes(1, borshBytes(ODDS_BATCH_SUMMARY_SCHEMA, summary, 'summary'));
}

/**
 * Hashes a leaf of the main tree of an odds slot. Errors: INVALID_NUMBER.
 *
 * @example
 * ```ts
 * import { type OddsBatchSummary, oddsSummaryLeafHash } from '@linesman/sdk/format';
 *
 * declare const summary: OddsBatchSummary;
 * const leaf = oddsSummaryLeafHash(summary);
 * ```
 */
export function oddsSummaryLeafHash(summary: OddsBatchSummary): Hash {
  return sha256(oddsSummaryLeafBytes(summary));
}
