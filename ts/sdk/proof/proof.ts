import type { BatchMetadata } from '../format/batchMetadata.js';
import type { Fixture } from '../format/fixture.js';
import type { FixtureBatchSummary } from '../format/fixtureBatchSummary.js';
import type { Hash } from '../format/hash.js';
import type { Odds } from '../format/odds.js';
import type { OddsBatchSummary } from '../format/oddsBatchSummary.js';
import type { Path } from '../format/proofNode.js';
import type { ScoresBatchSummary } from '../format/scoresBatchSummary.js';
import type { Milliseconds } from '../format/slotTime.js';
import type { StatLeaf } from '../format/statValidationInput.js';

interface StatProofParts {
  readonly kind: 'stat';
  /** The summary's minimum timestamp, which the program checks. In v1 to v3 answers this field has another value. */
  readonly ts: Milliseconds;
  /** The record's own time in v1 to v3 answers. Informative: no hash binds it. */
  readonly recordTs?: Milliseconds;
  readonly summary: ScoresBatchSummary;
  /** Path from the event stat root to the summary's events sub-tree root (`subTreeProof` in v1 to v3 answers). */
  readonly fixtureProof: Path;
  readonly mainTreeProof: Path;
  readonly eventStatRoot: Hash;
  /** The requested stats, in order. */
  readonly leaves: readonly StatLeaf[];
}

/** Proof of one or two stats, each with its own path. */
export interface StatProofV1 extends StatProofParts {
  readonly version: 1;
  /** Event stat root of the second stat. Only decoded instruction data has it; an answer has one root. */
  readonly secondEventStatRoot?: Hash;
}

/** Proof of 1 to 5 stats, each with its own path. */
export interface StatProofV2 extends StatProofParts {
  readonly version: 2;
}

interface Multi {
  readonly multiproofHashes: Path;
  /** Heap indices of the leaves with an empty `statProof`, in order. */
  readonly leafIndices: readonly number[];
}

/** Proof of 1 to 5 stats by one multiproof. */
export interface StatProofV3 extends StatProofParts, Multi {
  readonly version: 3;
}

/** A version 3 proof signed by the oracle. */
export interface StatProofV4 extends StatProofParts, Multi {
  readonly version: 4;
  /** 64-byte Ed25519 signature over the SHA-256 of the Borsh payload. */
  readonly signature: Uint8Array;
}

export type StatProof = StatProofV1 | StatProofV2 | StatProofV3 | StatProofV4;

/** Proof of an odds record. Version 4 is signed. */
export interface OddsProof {
  readonly kind: 'odds';
  readonly version: 1 | 4;
  readonly ts: Milliseconds;
  readonly odds: Odds;
  readonly summary: OddsBatchSummary;
  readonly subTreeProof: Path;
  readonly mainTreeProof: Path;
  readonly signature?: Uint8Array;
}

/** Proof of a fixture record of an hourly batch. */
export interface FixtureProof {
  readonly kind: 'fixture';
  readonly snapshot: Fixture;
  readonly summary: FixtureBatchSummary;
  readonly subTreeProof: Path;
  readonly mainTreeProof: Path;
}

/** Proof of the metadata of an hourly fixtures batch. */
export interface FixtureBatchProof {
  readonly kind: 'fixture-batch';
  readonly metadata: BatchMetadata;
  readonly mainTreeProof: Path;
}

/** Any proof that the service returns. */
export type Proof = StatProof | OddsProof | FixtureProof | FixtureBatchProof;
