import { fail } from '../../error/index.js';
import {
  equalBytes,
  type OddsValidationInput,
  type StatValidationInput,
  type StatValidationInputV4,
} from '../../format/index.js';
import type { OddsProof, StatProof, StatProofV1, StatProofV2, StatProofV3, StatProofV4 } from '../../proof/index.js';
import type { ScoreProof } from '../wire/scoreProof.js';

/** The payload of a proof whose stats have paths of their own. The time is the one that the program checks. */
export const singlePayload = (proof: StatProofV1 | StatProofV2): StatValidationInput => ({
  ts: proof.ts,
  fixtureSummary: proof.summary,
  fixtureProof: proof.fixtureProof,
  mainTreeProof: proof.mainTreeProof,
  eventStatRoot: proof.eventStatRoot,
  stats: proof.leaves,
});

/** The payload of a multiproof; in version 4 its bytes are what the oracle signed. */
export const multiPayload = (proof: StatProofV3 | StatProofV4): StatValidationInputV4 => ({
  ts: proof.ts,
  fixtureSummary: proof.summary,
  fixtureProof: proof.fixtureProof,
  mainTreeProof: proof.mainTreeProof,
  eventStatRoot: proof.eventStatRoot,
  leaves: proof.leaves,
  multiproofHashes: proof.multiproofHashes,
  leafIndices: proof.leafIndices,
});

/** The proof as `settle` takes it; a v1 answer becomes the v2 form, in which both stats are of one event (6024). */
export function scoreProofOf(proof: StatProof): ScoreProof {
  switch (proof.version) {
    case 1:
      if (proof.secondEventStatRoot && !equalBytes(proof.secondEventStatRoot, proof.eventStatRoot))
        return fail(6024, { message: 'The two stats are of different events.' });
      return { kind: 'V2', ...singlePayload(proof) };
    case 2:
      return { kind: 'V2', ...singlePayload(proof) };
    case 3:
      return { kind: 'V3', ...multiPayload(proof) };
    case 4:
      return { kind: 'V4', ...multiPayload(proof) };
    default:
      return fail(7015, {
        message: `There is no version ${String((proof as { version: unknown }).version)} of a proof.`,
      });
  }
}

/** The payload of an odds proof; in version 4 its bytes are what the oracle signed. */
export const oddsPayload = (proof: OddsProof): OddsValidationInput => ({
  ts: proof.ts,
  oddsSnapshot: proof.odds,
  summary: proof.summary,
  subTreeProof: proof.subTreeProof,
  mainTreeProof: proof.mainTreeProof,
});
