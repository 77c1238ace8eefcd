import type { Instruction } from '../instruction/instruction.js';
import { proposeVoid } from '../instruction/settlement/proposeVoid.js';
import { scoreProofOf } from '../proof/scoreProofOf.js';
import { type ProofParameters, withProof } from './withProof.js';

/**
 * The instructions that propose to void a market with a proof, of any keys, that its fixture was abandoned or cancelled:
 * one, or for a signed (v4) proof two, which have to stay neighbours. Errors: UNKNOWN_SIGNER a v4 proof for a market without
 * a signer; OVERFLOW a time that has no roots account.
 */
export function proposeVoidInstructions(parameters: ProofParameters): Instruction[] {
  const { programs, proof } = parameters;
  const args = { proof: scoreProofOf(proof) };
  return withProof(parameters, (accounts) => proposeVoid.build(programs.settlement, accounts, args));
}
