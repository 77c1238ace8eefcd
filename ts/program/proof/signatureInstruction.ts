import type { TransactionInstruction } from '@solana/web3.js';
import { fail } from '../../error/index.js';
import { signedDigest, signedOddsDigest } from '../../format/index.js';
import { multiproofPayload, type OddsProof, oddsPayload, type StatProofV4 } from '../../proof/index.js';
import { ed25519Instruction } from '../ed25519Instruction.js';

/** The Ed25519 instruction that goes right before the one with this signed proof. `oracleKey`: 32 bytes. */
export function signatureInstruction(proof: StatProofV4 | OddsProof, oracleKey: Uint8Array): TransactionInstruction {
  if (proof.signature === undefined)
    return fail(7015, { message: 'The odds proof is not signed.', hint: 'Ask for it in version 4.' });
  const digest = proof.kind === 'stat' ? signedDigest(multiproofPayload(proof)) : signedOddsDigest(oddsPayload(proof));
  return ed25519Instruction(oracleKey, proof.signature, digest);
}
