import { borshBytes, HASH_SCHEMA, type Schema } from './borsh.js';
import type { Hash } from './hash.js';
import { PATH_SCHEMA, type Path } from './proofNode.js';
import { SCORE_STAT_SCHEMA, type ScoreStat } from './scoreStat.js';
import { SCORES_BATCH_SUMMARY_SCHEMA, type ScoresBatchSummary } from './scoresBatchSummary.js';
import { sha256 } from './sha256.js';
import type { Milliseconds } from './slotTime.js';

/** A stat with its proof: a path, a zero marker and zero map, or nothing if a multiproof covers the stat. */
export interface StatLeaf {
  readonly stat: ScoreStat;
  readonly statProof: Path;
}

/** Payload of `validate_stat_v2`. `ts` is the summary's minimum timestamp. */
export interface StatValidationInput {
  readonly ts: Milliseconds;
  readonly fixtureSummary: ScoresBatchSummary;
  readonly fixtureProof: Path;
  readonly mainTreeProof: Path;
  readonly eventStatRoot: Hash;
  readonly stats: readonly StatLeaf[];
}

/** Payload of `validate_stat_v3`; signed, of `validate_stat_v4`. */
export interface StatValidationInputV4 {
  readonly ts: Milliseconds;
  readonly fixtureSummary: ScoresBatchSummary;
  readonly fixtureProof: Path;
  readonly mainTreeProof: Path;
  readonly eventStatRoot: Hash;
  readonly leaves: readonly StatLeaf[];
  readonly multiproofHashes: Path;
  /** Heap indices: the root is 1, leaf *i* at depth *d* is `2^d + i`. */
  readonly leafIndices: readonly number[];
}

export type StatValidationInputV3 = StatValidationInputV4;

export const STAT_LEAF_SCHEMA: Schema = { struct: { stat: SCORE_STAT_SCHEMA, statProof: PATH_SCHEMA } };

export const STAT_VALIDATION_INPUT_SCHEMA: Schema = {
  struct: {
    ts: 'i64',
    fixtureSummary: SCORES_BATCH_SUMMARY_SCHEMA,
    fixtureProof: PATH_SCHEMA,
    mainTreeProof: PATH_SCHEMA,
    eventStatRoot: HASH_SCHEMA,
    stats: { array: { type: STAT_LEAF_SCHEMA } },
  },
};

export const STAT_VALIDATION_INPUT_V4_SCHEMA: Schema = {
  struct: {
    ts: 'i64',
    fixtureSummary: SCORES_BATCH_SUMMARY_SCHEMA,
    fixtureProof: PATH_SCHEMA,
    mainTreeProof: PATH_SCHEMA,
    eventStatRoot: HASH_SCHEMA,
    leaves: { array: { type: STAT_LEAF_SCHEMA } },
    multiproofHashes: PATH_SCHEMA,
    leafIndices: { array: { type: 'u32' } },
  },
};

/**
 * Encodes a v4 payload with Borsh. Errors: INVALID_NUMBER.
 *
 * @example
 * ```ts
 * import { statValidationInputV4Bytes } from '@linesman/sdk/format';
 * import { multiproofPayload, type StatProofV4 } from '@linesman/sdk/proof';
 *
 * declare const proof: StatProofV4;
 * const bytes = statValidationInputV4Bytes(multiproofPayload(proof));
 * ```
 */
export function statValidationInputV4Bytes(input: StatValidationInputV4): Uint8Array {
  return borshBytes(STAT_VALIDATION_INPUT_V4_SCHEMA, input, 'payload');
}

/**
 * Hashes the Borsh payload (SHA-256) to the digest that the oracle signs. Errors: INVALID_NUMBER.
 *
 * @example
 * ```ts
 * import { signedDigest } from '@linesman/sdk/format';
 * import { multiproofPayload, type StatProofV4 } from '@linesman/sdk/proof';
 *
 * declare const proof: StatProofV4;
 * const digest = signedDigest(multiproofPayload(proof));
 * ```
 */
export function signedDigest(input: StatValidationInputV4): Hash {
  return sha256(statValidationInputV4Bytes(input));
}
