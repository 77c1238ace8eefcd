import { borshBytes, type Schema } from './borsh.js';
import type { Hash } from './hash.js';
import { sha256 } from './sha256.js';
import type { Milliseconds } from './slotTime.js';
import { taggedBytes } from './taggedBytes.js';

/**
 * Leaf 0 of every main tree: totals over its summaries. The timestamps are those of the records, not the slot's bounds.
 */
export interface BatchMetadata {
  readonly totalUpdateCount: number;
  readonly numUniqueFixtures: number;
  readonly overallBatchStartTs: Milliseconds;
  readonly overallBatchEndTs: Milliseconds;
}

export const BATCH_METADATA_SCHEMA: Schema = {
  struct: {
    totalUpdateCount: 'i32',
    numUniqueFixtures: 'i32',
    overallBatchStartTs: 'i64',
    overallBatchEndTs: 'i64',
  },
};

/**
 * Encodes the metadata leaf: `0x00 ‖ i32 total_updates ‖ i32 fixtures ‖ i64 min_ts ‖ i64 max_ts`, 25 bytes.
 * Errors: INVALID_NUMBER.
 *
 * @example
 * ```ts
 * import { type BatchMetadata, metadataLeafBytes } from '@linesman/sdk/format';
 *
 * declare const metadata: BatchMetadata;
 * metadataLeafBytes(metadata).length; // 25
 * ```
 */
export function metadataLeafBytes(metadata: BatchMetadata): Uint8Array {
  return taggedBytes(0, borshBytes(BATCH_METADATA_SCHEMA, metadata, 'metadata'));
}

/**
 * Hashes the metadata leaf. Errors: INVALID_NUMBER.
 *
 * @example
 * ```ts
 * import { metadataLeafHash, milliseconds } from '@linesman/sdk/format';
 *
 * const leaf = metadataLeafHash({
 *   totalUpdateCount: 3,
 *   numUniqueFixtures: 1,
 *   overallBatchStartTs: milliseconds(1_760_000_000_000),
 *   overallBatchEndTs: milliseconds(1_760_000_004_000),
 * });
 * ```
 */
export function metadataLeafHash(metadata: BatchMetadata): Hash {
  return sha256(metadataLeafBytes(metadata));
}
