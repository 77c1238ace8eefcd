import { fail, WRONG_SIGNATURE_PART } from '../error/index.js';
import { ED25519_PROGRAM_ID } from './address/runtime.js';
import type { Instruction } from './instruction/instruction.js';

/**
 * The instruction that has the chain check the oracle's signature; it goes right before a v4 instruction. Its data is the
 * one layout that the programs accept: one signature, no padding, all three indices "this instruction" (0xffff), then key
 * (32), signature (64) and message (32): 144 bytes. Errors:
 * WRONG_SIGNATURE_PART.
 */
export function ed25519Instruction(publicKey: Uint8Array, signature: Uint8Array, digest: Uint8Array): Instruction {
  checkLength('key', publicKey, 32);
  checkLength('signature', signature, 64);
  checkLength('message', digest, 32);
  const data = new Uint8Array(144);
  const view = new DataView(data.buffer);
  // count, padding; offsets of signature, key and message, each with the index of the instruction that holds it.
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
