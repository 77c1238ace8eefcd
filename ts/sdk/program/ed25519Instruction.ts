import { WRONG_SIGNATURE_PART } from '../error/codes/arguments.js';
import { fail } from '../error/linesmanError.js';
import { ED25519_PROGRAM_ID } from './address/runtime.js';
import type { Instruction } from './instruction/instruction.js';

/**
 * The instruction that makes the runtime verify the oracle's signature. It goes directly before the v4 instruction,
 * which reads it.
 *
 * The programs accept only this layout of 144 bytes: one signature, no padding, each of the three instruction indices
 * 0xffff (this instruction), then the key (32), the signature (64) and the message (32).
 *
 * Errors: WRONG_SIGNATURE_PART when one of the three has another length.
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
export function ed25519Instruction(publicKey: Uint8Array, signature: Uint8Array, digest: Uint8Array): Instruction {
  checkLength('key', publicKey, 32);
  checkLength('signature', signature, 64);
  checkLength('message', digest, 32);
  const data = new Uint8Array(144);
  const view = new DataView(data.buffer);
  // Count and padding, then the offsets of signature, key and message, each with the index of the instruction it is in.
  data.set([1, 0], 0);
  [48, 0xffff, 16, 0xffff, 112, 32, 0xffff].forEach((value, i) => {
    view.setUint16(2 + 2 * i, value, true);
  });
  data.set(publicKey, 16);
  data.set(signature, 48);
  data.set(digest, 112);
  return { programAddress: ED25519_PROGRAM_ID, accounts: [], data };
}

function checkLength(part: 'key' | 'signature' | 'message', { length: bytes }: Uint8Array, length: number): void {
  if (bytes !== length) fail(WRONG_SIGNATURE_PART, { part, bytes, length });
}
