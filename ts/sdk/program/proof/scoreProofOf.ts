import { checkProof } from '../../proof/checkProof.js';
import { multiproofPayload, statPayload } from '../../proof/payload.js';
import type { StatProof } from '../../proof/proof.js';
import type { ScoreProof } from '../wire/scoreProof.js';
import { inVersion } from './inVersion.js';

/**
 * The proof in the form that `settle` takes. A v1 proof becomes the v2 form, whose stats are all of one event. Errors:
 * INVALID_STAT_COMBINATION for a v1 proof with stats of two events.
 *
 * @example
 * ```ts
 * import { scoreProofOf, settle } from '@linesman/sdk/program';
 * import type { StatProof } from '@linesman/sdk/proof';
 *
 * declare const proof: StatProof;
 * const data = settle.encode({ proof: scoreProofOf(proof), witness: null });
 * ```
 */
export function scoreProofOf(proof: StatProof): ScoreProof {
  checkProof('scoreProofOf', proof);
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
