import { HASH_SCHEMA, type Schema } from './borsh.js';
import type { Hash } from './hash.js';
import type { Milliseconds } from './slotTime.js';

/** A present stat of the same update, which proves the period when all keys are zero stats. */
export interface CompactWitness {
  readonly key: number;
  readonly value: number;
}

/**
 * Compact form of a score proof for `settle`. It omits the directions of the siblings and the intermediate roots, which
 * the program computes, and the fixture and stat keys, which the market stores. Fields that are not needed must be
 * empty or `null`.
 */
export interface CompactProof {
  /** Number of the fixture's updates in the slot, 1 to 2^31 − 1. */
  readonly updateCount: number;
  readonly minTimestamp: Milliseconds;
  readonly maxTimestamp: Milliseconds;
  /** Index of the update among them, from 0. */
  readonly updateIndex: number;
  /** Siblings from the event stat root up. The first, the zero map's leaf, is omitted if `zeroMap` is given. */
  readonly fixtureSiblings: readonly Hash[];
  /** Leaf index of the fixture's summary in the main tree. */
  readonly mainIndex: number;
  readonly mainSiblings: readonly Hash[];
  /** Period of all present stats; 0 without any. */
  readonly period: number;
  /** One value per key of the market. */
  readonly values: readonly number[];
  /** Bit mask: bit i is set if key i is a zero stat. */
  readonly absent: number;
  /** Given if and only if a key is absent. */
  readonly zeroMap: Hash | null;
  /** Given only if all keys are absent. */
  readonly witness: CompactWitness | null;
  /** Heap indices of the present stats, in their order. */
  readonly leafIndices: readonly number[];
  /** Multiproof of the present stats: deepest layer first, each layer from right to left. */
  readonly hashes: readonly Hash[];
  /** Given if no stat is present to compute it from. */
  readonly eventStatRoot: Hash | null;
}

const HASHES_SCHEMA: Schema = { array: { type: HASH_SCHEMA } };

export const COMPACT_PROOF_SCHEMA: Schema = {
  struct: {
    updateCount: 'u32',
    minTimestamp: 'i64',
    maxTimestamp: 'i64',
    updateIndex: 'u32',
    fixtureSiblings: HASHES_SCHEMA,
    mainIndex: 'u32',
    mainSiblings: HASHES_SCHEMA,
    period: 'i32',
    values: { array: { type: 'i32' } },
    absent: 'u8',
    zeroMap: { option: HASH_SCHEMA },
    witness: { option: { struct: { key: 'u32', value: 'i32' } } },
    leafIndices: { array: { type: 'u32' } },
    hashes: HASHES_SCHEMA,
    eventStatRoot: { option: HASH_SCHEMA },
  },
};
