import type { Milliseconds, Sport } from 'linesman/format';
import type { StatProof } from 'linesman/proof';

/** A score record as the service lists it. Nothing of it is proven. */
export interface ListedRecord {
  readonly seq: number;
  readonly ts: Milliseconds;
  /** `StatusId`, which is the period of its leaves; `null` when the record has none, or one that is not known. */
  readonly status: number | null;
  /** All stats by key, zeros included; empty before the first confirmed ones. */
  readonly stats: ReadonlyMap<number, number>;
}

export interface ProofRequest {
  /** 2: a path for each stat; 3: one multiproof; 4: the same, signed by the oracle. */
  readonly version: 2 | 3 | 4;
  readonly fixtureId: number;
  readonly seq: number;
  /** 1 to 5, in the order in which they are to be proven. */
  readonly keys: readonly number[];
}

/**
 * Where records and proofs come from: the service. It is not trusted; whatever it answers is checked.
 *
 * Errors: SERVICE_UNAVAILABLE; SERVICE_REFUSED; NO_PROOF_YET with `reason` `NotPublished` or `NotFound`;
 * MALFORMED_RESPONSE, INVALID_HASH, INVALID_NUMBER, UNKNOWN_FIELD an answer that is none.
 */
export interface ProofSource {
  /** The latest record of each action of the fixture, in any order; none for a fixture that is not known. */
  latest(fixtureId: number, sport: Sport): Promise<readonly ListedRecord[]>;
  /** All records of the fixture. */
  history(fixtureId: number, sport: Sport): Promise<readonly ListedRecord[]>;
  prove(request: ProofRequest): Promise<StatProof>;
}
