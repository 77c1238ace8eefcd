import { sha256 } from '@noble/hashes/sha2.js';
import type { TransactionInstruction } from '@solana/web3.js';
import { fail } from '../../error/index.js';
import type { OddsProof, StatProofV4 } from '../../proof/index.js';
import { encode } from '../borsh/codec.js';
import { ed25519Instruction } from '../ed25519Instruction.js';
import { oddsValidationInput, statValidationInputV4 } from '../wire/hashedTypes.js';
import { multiPayload, oddsPayload } from './payload.js';

/** The Ed25519 instruction that goes right before the one with this signed proof. `oracleKey`: 32 bytes. */
export function signatureInstruction(proof: StatProofV4 | OddsProof, oracleKey: Uint8Array): TransactionInstruction {
  if (proof.signature === undefined)
    return fail(7015, { message: 'The odds proof is not signed.', hint: 'Ask for it in version 4.' });
  const bytes =
    proof.kind === 'stat'
      ? encode(statValidationInputV4, multiPayload(proof))
      : encode(oddsValidationInput, oddsPayload(proof));
  return ed25519Instruction(oracleKey, proof.signature, sha256(bytes));
}
