import type { Instruction } from '../instruction/instruction.js';
import { scoreProofOf } from '../proof/scoreProofOf.js';
import { proposeVoid } from './instructions.js';
import { type ProofParameters, withProof } from './withProof.js';

/**
 * The instructions that propose to void a market, with a proof of any stat whose period shows that the fixture was
 * abandoned or cancelled. Returns one instruction, or two for a signed (v4) proof; the two must stay adjacent.
 *
 * Errors: UNKNOWN_SIGNER for a v4 proof when the terms have no signer; OVERFLOW for a time outside the range of roots
 * accounts; INVALID_STAT_COMBINATION for a v1 proof with stats of two events.
 *
 * @example
 * ```ts
 * import {
 *   type Address,
 *   LOCALNET_PROGRAM_IDS,
 *   type MarketTerms,
 *   proposeVoidInstructions,
 * } from '@linesman/sdk/program';
 * import type { StatProof } from '@linesman/sdk/proof';
 *
 * declare const market: Address;
 * declare const terms: MarketTerms;
 * declare const proof: StatProof; // of a record with period 15 or 16
 * const instructions = proposeVoidInstructions({ programs: LOCALNET_PROGRAM_IDS, market, terms, proof });
 * ```
 */
export function proposeVoidInstructions(parameters: ProofParameters): Instruction[] {
  const { programs, proof } = parameters;
  const args = { proof: scoreProofOf(proof) };
  return withProof(parameters, (accounts) => proposeVoid.build(programs.settlement, accounts, args));
}
