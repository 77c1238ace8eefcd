import type { Milliseconds } from '../format/slotTime.js';
import type { Sport } from '../format/sports/sports.js';
import type { StatProof } from '../proof/proof.js';

/** A score record from a list of the service. It is not proven. */
export interface ListedRecord {
  readonly seq: number;
  readonly ts: Milliseconds;
  /** `StatusId`, the period of its leaves; `null` when it is missing or unknown. */
  readonly status: number | null;
  /** All stats that the source states by key, zeros included. Empty before the first confirmed score. */
  readonly stats: ReadonlyMap<number, number>;
}

export interface ProofRequest {
  /**
   * 1: one or two stats, each with a path; 2: more stats, each with a path; 3: one multiproof; 4: a signed multiproof.
   */
  readonly version: StatProof['version'];
  readonly fixtureId: number;
  readonly seq: number;
  /** 1 to 5 stat keys, in the order to prove them. */
  readonly keys: readonly number[];
}

/**
 * The source of records and proofs, which is the service. It is not trusted; every answer is checked.
 *
 * Errors: SERVICE_UNAVAILABLE; SERVICE_REFUSED; NO_PROOF_YET with the reason `NotPublished` or `NotFound`;
 * MALFORMED_RESPONSE, INVALID_HASH, INVALID_NUMBER and UNKNOWN_FIELD for a malformed answer.
 */
export interface ProofSource {
  /** The latest record of each action of the fixture, in any order; empty for an unknown fixture. */
  latest(fixtureId: number, sport: Sport): Promise<readonly ListedRecord[]>;
  /** All records of the fixture. */
  history(fixtureId: number, sport: Sport): Promise<readonly ListedRecord[]>;
  prove(request: ProofRequest): Promise<StatProof>;
}
