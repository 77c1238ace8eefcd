import { borshBytes, HASH_SCHEMA, type Schema } from './borsh.js';
import { borshLeafHash } from './borshLeaf.js';
import type { Hash } from './hash.js';
import { taggedBytes } from './taggedBytes.js';
import { UPDATE_STATS_SCHEMA, type UpdateStats } from './updateStats.js';

/** Summarises the records of one fixture in an hourly batch. */
export interface FixtureBatchSummary {
  readonly fixtureId: number;
  readonly competitionId: number;
  readonly competition: string;
  readonly updateStats: UpdateStats;
  readonly updateSubTreeRoot: Hash;
}

export const FIXTURE_BATCH_SUMMARY_SCHEMA: Schema = {
  struct: {
    fixtureId: 'i64',
    competitionId: 'i32',
    competition: 'string',
    updateStats: UPDATE_STATS_SCHEMA,
    updateSubTreeRoot: HASH_SCHEMA,
  },
};

/**
 * Encodes a fixture summary: `0x01 ‖ Borsh(FixtureBatchSummary)`, at least 69 bytes. Errors: INVALID_NUMBER.
 *
 * @example
 * ```ts
 * import { type FixtureBatchSummary, fixtureSummaryLeafBytes } from '@linesman/sdk/format';
 *
 * declare const summary: FixtureBatchSummary;
 * const bytes = fixtureSummaryLeafBytes(summary);
 * ```
 */
export function fixtureSummaryLeafBytes(summary: FixtureBatchSummary): Uint8Array {
  return taggedBytes(1, borshBytes(FIXTURE_BATCH_SUMMARY_SCHEMA, summary, 'summary'));
}

/**
 * Hashes a leaf of the main tree of a fixtures batch. Errors: INVALID_NUMBER.
 *
 * @example
 * ```ts
 * import { type FixtureBatchSummary, fixtureSummaryLeafHash } from '@linesman/sdk/format';
 *
 * declare const summary: FixtureBatchSummary;
 * const leaf = fixtureSummaryLeafHash(summary);
 * ```
 */
export function fixtureSummaryLeafHash(summary: FixtureBatchSummary): Hash {
  return borshLeafHash(fixtureSummaryLeafBytes(summary), 'the fixture summary');
}
