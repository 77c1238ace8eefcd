import type {
  BatchMetadata,
  Fixture,
  FixtureBatchSummary,
  Hash,
  Milliseconds,
  Odds,
  OddsBatchSummary,
  Path,
  ScoresBatchSummary,
  StatLeaf,
} from '../format/index.js';

interface StatProofParts {
  readonly kind: 'stat';
  /** The time that the program checks: the summary's minimum timestamp. Parsing v1 to v3 puts it here whatever the answer says. */
  readonly ts: Milliseconds;
  /** The record's own time in a v1 to v3 answer; it informs, nothing binds it. */
  readonly recordTs?: Milliseconds;
  readonly summary: ScoresBatchSummary;
  /** From the event stat root to the summary's events sub-tree root (`subTreeProof` of v1 to v3 answers). */
  readonly fixtureProof: Path;
  readonly mainTreeProof: Path;
  readonly eventStatRoot: Hash;
  /** The stats asked for, in order. */
  readonly leaves: readonly StatLeaf[];
}

/** One stat or two, each with its own path. */
export interface StatProofV1 extends StatProofParts {
  readonly version: 1;
  /** The event stat root given with the second stat in instruction data; an answer has only one. */
  readonly secondEventStatRoot?: Hash;
}

/** 1 to 5 stats, each with its own path. */
export interface StatProofV2 extends StatProofParts {
  readonly version: 2;
}

interface Multi {
  readonly multiproofHashes: Path;
  /** Heap numbers, one for each leaf with an empty `statProof`, in order. */
  readonly leafIndices: readonly number[];
}

/** 1 to 5 stats under one multiproof. */
export interface StatProofV3 extends StatProofParts, Multi {
  readonly version: 3;
}

/** As v3, signed by the oracle. */
export interface StatProofV4 extends StatProofParts, Multi {
  readonly version: 4;
  /** 64-byte Ed25519 signature over the SHA-256 of the Borsh payload. */
  readonly signature: Uint8Array;
}

export type StatProof = StatProofV1 | StatProofV2 | StatProofV3 | StatProofV4;

/** One odds record. Version 4 is signed. */
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

/** One fixture record of an hourly batch. */
export interface FixtureProof {
  readonly kind: 'fixture';
  readonly snapshot: Fixture;
  readonly summary: FixtureBatchSummary;
  readonly subTreeProof: Path;
  readonly mainTreeProof: Path;
}

/** The metadata of an hourly fixtures batch. */
export interface FixtureBatchProof {
  readonly kind: 'fixture-batch';
  readonly metadata: BatchMetadata;
  readonly mainTreeProof: Path;
}

/** Every answer of the service, read. */
export type Proof = StatProof | OddsProof | FixtureProof | FixtureBatchProof;
