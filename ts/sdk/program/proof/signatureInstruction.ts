import { PROOF_NOT_SIGNED } from '../../error/codes/arguments.js';
import { fail } from '../../error/linesmanError.js';
import { signedOddsDigest } from '../../format/oddsValidationInput.js';
import { signedDigest } from '../../format/statValidationInput.js';
import { checkProof } from '../../proof/checkProof.js';
import { multiproofPayload, oddsPayload } from '../../proof/payload.js';
import type { OddsProof, StatProofV4 } from '../../proof/proof.js';
import { ed25519Instruction } from '../ed25519Instruction.js';
import type { Instruction } from '../instruction/instruction.js';

/**
 * The Ed25519 instruction for a signed proof. It goes directly before the instruction that carries the proof.
 *
 * Errors: PROOF_NOT_SIGNED for odds of version 1; WRONG_SIGNATURE_PART when the key does not have 32 bytes.
 *
 * @param oracleKey The oracle's current or next Ed25519 key, 32 bytes.
 *
 * @example
 * ```ts
 * import { type OracleConfig, signatureInstruction } from '@linesman/sdk/program';
 * import type { StatProofV4 } from '@linesman/sdk/proof';
 *
 * declare const proof: StatProofV4;
 * declare const config: OracleConfig;
 * const verifySignature = signatureInstruction(proof, config.oracleKey);
 * ```
 */
export function signatureInstruction(proof: StatProofV4 | OddsProof, oracleKey: Uint8Array): Instruction {
  checkProof('signatureInstruction', proof);
  if (proof.signature === undefined) return fail(PROOF_NOT_SIGNED);
  const digest = proof.kind === 'stat' ? signedDigest(multiproofPayload(proof)) : signedOddsDigest(oddsPayload(proof));
  return ed25519Instruction(oracleKey, proof.signature, digest);
}
