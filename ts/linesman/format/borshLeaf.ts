import { AMBIGUOUS_LEAF, fail } from '../error/index.js';
import type { Hash } from './hash.js';
import { sha256 } from './sha256.js';

/**
 * Hash of a leaf of variable length. Inner nodes carry no tag; they are told apart by being the only preimages of 64 bytes, so a
 * record that happens to have that length is refused (AMBIGUOUS_LEAF), when it is built and when it is verified.
 */
export function borshLeafHash(bytes: Uint8Array, what: string): Hash {
  if (bytes.length === 64) return fail(AMBIGUOUS_LEAF, { what });
  return sha256(bytes);
}
