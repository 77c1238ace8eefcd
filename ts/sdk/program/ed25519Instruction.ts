import { WRONG_SIGNATURE_PART } from '../error/codes/arguments.js';
import { fail } from '../error/linesmanError.js';
import type { Address } from './address/address.js';
import { ED25519_PROGRAM_ID } from './address/runtime.js';
import type { Instruction } from './instruction/instruction.js';
import { ED25519_HEADER } from './wire/verifiedSignature.js';

/**
 * The instruction that verifies the oracle's signature. It goes directly before the v4 instruction, which reads it.
 *
 * The programs accept only this layout of 144 bytes: one signature, no padding, each of the three instruction indices
 * 0xffff (this instruction), then the key (32), the signature (64) and the message (32).
 *
 * Errors: WRONG_SIGNATURE_PART when one of the three has another length.
 *
 * @param verifier The program that verifies: the runtime's, or the oracle or settlement program that takes the proof.
 *
 * @example
 * ```ts
 * import { ed25519Instruction } from '@linesman/sdk/program';
 *
 * declare const oracleKey: Uint8Array; // 32 bytes
 * declare const signature: Uint8Array; // 64 bytes
 * declare const digest: Uint8Array; // SHA-256 of the signed payload
 * const verifySignature = ed25519Instruction(oracleKey, signature, digest);
 * ```
 */
export function ed25519Instruction(
  publicKey: Uint8Array,
  signature: Uint8Array,
  digest: Uint8Array,
  verifier: Address = ED25519_PROGRAM_ID,
): Instruction {
  checkLength('key', publicKey, 32);
  checkLength('signature', signature, 64);
  checkLength('message', digest, 32);
  const data = new Uint8Array(144);
  data.set(ED25519_HEADER, 0);
  data.set(publicKey, 16);
  data.set(signature, 48);
  data.set(digest, 112);
  return { programAddress: verifier, accounts: [], data };
}

function checkLength(part: 'key' | 'signature' | 'message', { length: bytes }: Uint8Array, length: number): void {
  if (bytes !== length) fail(WRONG_SIGNATURE_PART, { part, bytes, length });
}
