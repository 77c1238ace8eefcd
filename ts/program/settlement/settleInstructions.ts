import type { TransactionInstruction } from '@solana/web3.js';
import type { StatLeaf } from '../../format/index.js';
import { settle } from '../instruction/settlement/settle.js';
import { scoreProofOf } from '../proof/scoreProofOf.js';
import { type ProofParameters, withProof } from './withProof.js';

export interface SettleParameters extends ProofParameters {
  /** A present stat of the same event with its own path; needed when all stats asked for are zero. */
  readonly witness?: StatLeaf;
}

/**
 * The instructions that settle a market with a proof: one, or for a signed (v4) proof two, which have to stay neighbours.
 * Errors: 6207 a v4 proof for a market without a signer; 6027 a time that has no roots account.
 */
export function settleInstructions(parameters: SettleParameters): TransactionInstruction[] {
  const { programs, proof, witness } = parameters;
  const args = { proof: scoreProofOf(proof), witness: witness ?? null };
  return withProof(parameters, (accounts) => settle.build(programs.settlement, accounts, args));
}
