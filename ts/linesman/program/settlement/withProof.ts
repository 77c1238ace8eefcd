import { fail, UNKNOWN_SIGNER } from '../../error/index.js';
import { slotTimeOf } from '../../format/index.js';
import type { StatProof } from '../../proof/index.js';
import type { Address } from '../address/address.js';
import { scoresRootsAddress } from '../address/oracle.js';
import { INSTRUCTIONS_SYSVAR } from '../address/runtime.js';
import type { Instruction } from '../instruction/instruction.js';
import type { ProgramIds } from '../programId.js';
import { signatureInstruction } from '../proof/signatureInstruction.js';
import type { MarketTerms } from '../wire/terms.js';

export interface ProofParameters {
  readonly programs: ProgramIds;
  readonly market: Address;
  /** The terms of the market: they say which oracle's roots count, and whose signature. */
  readonly terms: Pick<MarketTerms, 'oracleProgram' | 'signer'>;
  readonly proof: StatProof;
}

/**
 * The instruction of a market that takes a proof, with the accounts it needs for that; for a signed (v4) proof behind the
 * signature, and the two have to stay neighbours. Errors: UNKNOWN_SIGNER a v4 proof for a market without a signer; OVERFLOW a
 * time that has no roots account.
 */
export function withProof(
  { market, terms, proof }: ProofParameters,
  build: (accounts: Record<'market' | 'roots' | 'instructionsSysvar', Address>) => Instruction,
): Instruction[] {
  const { epochDay } = slotTimeOf(proof.summary.updateStats.minTimestamp);
  const instruction = build({
    market,
    // Of the oracle in the terms, which may be another deployment than ours.
    roots: scoresRootsAddress(epochDay, terms.oracleProgram).address,
    instructionsSysvar: INSTRUCTIONS_SYSVAR,
  });
  if (proof.version !== 4) return [instruction];
  if (terms.signer === null) return fail(UNKNOWN_SIGNER, { market });
  return [signatureInstruction(proof, terms.signer), instruction];
}
