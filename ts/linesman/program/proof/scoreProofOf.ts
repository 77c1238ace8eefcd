import { multiproofPayload, type StatProof, statPayload } from '../../proof/index.js';
import type { ScoreProof } from '../wire/scoreProof.js';
import { inVersion } from './inVersion.js';

/**
 * The proof as `settle` takes it; a v1 answer becomes the v2 form, in which both stats are of one event. Errors:
 * INVALID_STAT_COMBINATION.
 */
export function scoreProofOf(proof: StatProof): ScoreProof {
  switch (proof.version) {
    case 1:
      return { kind: 'V2', ...statPayload(inVersion(proof, 2)) };
    case 2:
      return { kind: 'V2', ...statPayload(proof) };
    case 3:
      return { kind: 'V3', ...multiproofPayload(proof) };
    case 4:
      return { kind: 'V4', ...multiproofPayload(proof) };
  }
}
