import { borshBytes, type Schema } from './borsh.js';
import type { Hash } from './hash.js';
import { sha256 } from './sha256.js';
import type { Milliseconds } from './slotTime.js';
import { taggedBytes } from './taggedBytes.js';

/** Leaf 0 of every main tree: sums over its summaries. Times are those of the records, in ms, not the bounds of the slot. */
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

/** `0x00 ‖ i32 total_updates ‖ i32 fixtures ‖ i64 min_ts ‖ i64 max_ts`: 25 bytes. */
export function metadataLeafBytes(metadata: BatchMetadata): Uint8Array {
  return taggedBytes(0, borshBytes(BATCH_METADATA_SCHEMA, metadata, 'metadata'));
}

export function metadataLeafHash(metadata: BatchMetadata): Hash {
  return sha256(metadataLeafBytes(metadata));
}
