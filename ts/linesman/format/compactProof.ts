import { HASH_SCHEMA, type Schema } from './borsh.js';
import type { Hash } from './hash.js';
import type { Milliseconds } from './slotTime.js';

/** One more present stat of the update, to show its period when all keys are zero. */
export interface CompactWitness {
  readonly key: number;
  readonly value: number;
}

/**
 * A score proof as `settle` takes it in its compact form: without the sides of the siblings, without the roots in between, which are
 * computed, and without the fixture and the stat keys, which the market has. What is not needed has to be left out.
 */
export interface CompactProof {
  /** The fixture's updates in the slot, 1 to 2^31 − 1. */
  readonly updateCount: number;
  readonly minTimestamp: Milliseconds;
  readonly maxTimestamp: Milliseconds;
  /** Place of the update among them, from 0. */
  readonly updateIndex: number;
  /** From the event stat root upwards; the first, the zero map's leaf, only where there is no `zeroMap`. */
  readonly fixtureSiblings: readonly Hash[];
  /** Place of the fixture's summary in the main tree. */
  readonly mainIndex: number;
  readonly mainSiblings: readonly Hash[];
  /** Of all present stats; 0 when there are none. */
  readonly period: number;
  /** One for each key of the market. */
  readonly values: readonly number[];
  /** Bit i: key i is a zero stat. */
  readonly absent: number;
  /** When a key is absent. */
  readonly zeroMap: Hash | null;
  /** Only when all keys are absent. */
  readonly witness: CompactWitness | null;
  /** Heap numbers of the present stats, in their order. */
  readonly leafIndices: readonly number[];
  /** Siblings that the present stats share, deepest layer first, right to left. */
  readonly hashes: readonly Hash[];
  /** When no stat is present from which it could be computed. */
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
