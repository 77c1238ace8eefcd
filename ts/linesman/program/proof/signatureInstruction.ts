import { fail, PROOF_NOT_SIGNED } from '../../error/index.js';
import { signedDigest, signedOddsDigest } from '../../format/index.js';
import { multiproofPayload, type OddsProof, oddsPayload, type StatProofV4 } from '../../proof/index.js';
import { ed25519Instruction } from '../ed25519Instruction.js';
import type { Instruction } from '../instruction/instruction.js';

/**
 * The Ed25519 instruction that goes right before the one with this signed proof. `oracleKey`: 32 bytes. Errors:
 * PROOF_NOT_SIGNED odds of version 1; WRONG_SIGNATURE_PART.
 */
export function signatureInstruction(proof: StatProofV4 | OddsProof, oracleKey: Uint8Array): Instruction {
  if (proof.signature === undefined) return fail(PROOF_NOT_SIGNED);
  const digest = proof.kind === 'stat' ? signedDigest(multiproofPayload(proof)) : signedOddsDigest(oddsPayload(proof));
  return ed25519Instruction(oracleKey, proof.signature, digest);
}
