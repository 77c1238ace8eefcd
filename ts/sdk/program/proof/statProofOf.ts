import type { StatValidationInput, StatValidationInputV4 } from '../../format/statValidationInput.js';
import type { CompactQuestion } from '../../proof/compact.js';
import { fullForm } from '../../proof/fullForm.js';
import type { StatProofV2, StatProofV3 } from '../../proof/proof.js';
import type { ResultProof } from '../wire/resultProof.js';
import type { ScoreProof } from '../wire/scoreProof.js';

/**
 * The proof in the arguments of `settle` or `post_result`, in the form of a service's answer. So a proof on chain can
 * be verified and shown without a service. A version 4 becomes a version 3: its signature is in the instruction before
 * it.
 *
 * Errors: those of `fullForm` for a compact form.
 *
 * @param question The facts that the market stores and a compact form leaves out.
 *
 * @example
 * ```ts
 * import { decodeInstruction, type ScoreProof, statProofOf } from '@linesman/sdk/program';
 *
 * declare const data: Uint8Array; // of a settle instruction
 * const { proof } = decodeInstruction(data).args as { proof: ScoreProof };
 * const { leaves } = statProofOf(proof, { fixtureId: 18_400_001, keys: [1, 2], sport: 'soccer' });
 * ```
 */
export function statProofOf(proof: ScoreProof | ResultProof, question: CompactQuestion): StatProofV2 | StatProofV3 {
  switch (proof.kind) {
    case 'V2':
      return { ...headOf(proof), version: 2, leaves: proof.stats };
    case 'V3':
    case 'V4':
      return {
        ...headOf(proof),
        version: 3,
        leaves: proof.leaves,
        multiproofHashes: proof.multiproofHashes,
        leafIndices: proof.leafIndices,
      };
    case 'Compact':
      return 'statKeys' in proof
        ? fullForm(proof.proof, { ...question, keys: proof.statKeys })
        : fullForm(proof, question);
  }
}

const headOf = ({
  ts,
  fixtureSummary,
  fixtureProof,
  mainTreeProof,
  eventStatRoot,
}: StatValidationInput | StatValidationInputV4) => ({
  kind: 'stat' as const,
  ts,
  summary: fixtureSummary,
  fixtureProof,
  mainTreeProof,
  eventStatRoot,
});
