import type { StatLeaf } from '../../format/statValidationInput.js';
import { checkProof } from '../../proof/checkProof.js';
import { compactForm } from '../../proof/compactForm.js';
import { multiproofPayload, statPayload } from '../../proof/payload.js';
import type { StatProof } from '../../proof/proof.js';
import type { ResultProof } from '../wire/resultProof.js';
import { inVersion } from './inVersion.js';

/**
 * The proof in the version that `post_result` reads: version 1 counts as 2, and version 4 as 3 without its signature.
 */
export function unsignedProof(proof: StatProof): Extract<StatProof, { version: 2 | 3 }> {
  switch (proof.version) {
    case 1:
      return inVersion(proof, 2);
    case 4:
      return inVersion(proof, 3);
    case 2:
    case 3:
      return proof;
  }
}

/**
 * The proof in the full form that `post_result` takes. A v1 proof becomes the v2 form, and a v4 proof the v3 form:
 * results do not read signatures.
 *
 * Errors: INVALID_STAT_COMBINATION for a v1 proof with stats of two events.
 *
 * @example
 * ```ts
 * import { resultProofOf } from '@linesman/sdk/program';
 * import type { StatProof } from '@linesman/sdk/proof';
 *
 * declare const proof: StatProof;
 * resultProofOf(proof).kind; // 'V2' or 'V3'
 * ```
 */
export function resultProofOf(proof: StatProof): ResultProof {
  checkProof('resultProofOf', proof);
  const unsigned = unsignedProof(proof);
  switch (unsigned.version) {
    case 2:
      return { kind: 'V2', ...statPayload(unsigned) };
    case 3:
      return { kind: 'V3', ...multiproofPayload(unsigned) };
  }
}

/**
 * The proof in the compact form of `post_result`, with its stat keys and the witness.
 *
 * Errors: INVALID_COMPACT_FORM for a proof without a compact form; INVALID_STAT_COMBINATION for a v1 proof with stats
 * of two events.
 *
 * @example
 * ```ts
 * import { compactResultProof } from '@linesman/sdk/program';
 * import type { StatProof } from '@linesman/sdk/proof';
 *
 * declare const proof: StatProof;
 * compactResultProof(proof).kind; // 'Compact'
 * ```
 */
export function compactResultProof(proof: StatProof, witness?: StatLeaf): ResultProof {
  checkProof('compactResultProof', proof);
  const unsigned = unsignedProof(proof);
  const statKeys = unsigned.leaves.map(({ stat }) => stat.key);
  return { kind: 'Compact', statKeys, proof: compactForm(unsigned, witness) };
}
