import { UNKNOWN_SIGNER } from '../../error/codes/settlement.js';
import { fail } from '../../error/linesmanError.js';
import { checkValue } from '../../format/checkOptions.js';
import { slotTimeOf } from '../../format/slotTime.js';
import type { StatProof } from '../../proof/proof.js';
import type { Address } from '../address/address.js';
import { attestationAddress, scoresRootsAddress } from '../address/oracle.js';
import { INSTRUCTIONS_SYSVAR } from '../address/runtime.js';
import { type Instruction, withReadonly } from '../instruction/instruction.js';
import type { ProgramIds } from '../programId.js';
import { signatureInstruction } from '../proof/signatureInstruction.js';
import { inProgram, SIGNATURE_VERIFIER, type SignatureVerifier } from '../proof/signatureVerifier.js';
import type { MarketTerms } from '../wire/terms.js';
import { verifySigner } from './instructions.js';
import type { AttestedTerms } from './rules/checkAttested.js';

export interface ProofParameters {
  readonly programs: ProgramIds;
  readonly market: Address;
  /** The terms of the market, which name the oracle, the signer and the attesters. */
  readonly terms: Pick<MarketTerms, 'oracleProgram' | 'signer' | 'attesters'>;
  readonly proof: StatProof;
  /** Which program verifies the signature of a v4 proof. Default `runtime`; `signatureVerifier` asks a chain. */
  readonly verifiedBy?: SignatureVerifier;
}

/** With the attestation of the proof's day behind the other accounts, if there are attesters. */
export function withAttestation(
  instruction: Instruction,
  { oracleProgram, attesters }: AttestedTerms,
  { summary }: StatProof,
): Instruction {
  // Callers in JavaScript may leave it out.
  if (!attesters) return instruction;
  const { epochDay } = slotTimeOf(summary.updateStats.minTimestamp);
  return withReadonly(instruction, attestationAddress(attesters.set, 'scores', epochDay, oracleProgram).address);
}

/**
 * A market's instruction that carries a proof, with the accounts that the proof needs. For a signed (v4) proof the
 * signature instruction comes first, and the two must stay adjacent.
 *
 * Errors: WRONG_OPTION for another `verifiedBy`; UNKNOWN_SIGNER for a v4 proof when the terms have no signer; OVERFLOW
 * for a time outside the range of roots accounts.
 */
export function withProof(
  { programs, market, terms, proof, verifiedBy = 'runtime' }: ProofParameters,
  build: (accounts: Record<'market' | 'roots' | 'instructionsSysvar', Address>) => Instruction,
): Instruction[] {
  checkValue('withProof', 'verifiedBy', verifiedBy, SIGNATURE_VERIFIER);
  const { epochDay } = slotTimeOf(proof.summary.updateStats.minTimestamp);
  const built = build({
    market,
    // The roots of the oracle in the terms, which may be another deployment than ours.
    roots: scoresRootsAddress(epochDay, terms.oracleProgram).address,
    instructionsSysvar: INSTRUCTIONS_SYSVAR,
  });
  const instruction = withAttestation(built, terms, proof);
  if (proof.version !== 4) return [instruction];
  if (terms.signer === null) return fail(UNKNOWN_SIGNER, { market });
  const byRuntime = signatureInstruction(proof, terms.signer);
  const verify = verifiedBy === 'program' ? inProgram(byRuntime, verifySigner, programs.settlement) : byRuntime;
  return [verify, instruction];
}
