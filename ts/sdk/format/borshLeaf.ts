import { AMBIGUOUS_LEAF } from '../error/codes/verifier.js';
import { fail } from '../error/linesmanError.js';
import type { Hash } from './hash.js';
import { sha256 } from './sha256.js';

/**
 * Hashes a leaf of variable length. Inner nodes do not have a prefix, so only their preimage of 64 bytes distinguishes
 * them from leaves. A leaf of that length could be passed off as an inner node, so builder and verifier refuse it.
 * Errors: AMBIGUOUS_LEAF.
 *
 * @param what Name of the leaf in errors.
 *
 * @example
 * ```ts
 * import { borshLeafHash } from '@linesman/sdk/format';
 *
 * borshLeafHash(new Uint8Array(65), 'odds 17');
 * ```
 */
export function borshLeafHash(bytes: Uint8Array, what: string): Hash {
  if (bytes.length === 64) return fail(AMBIGUOUS_LEAF, { what });
  return sha256(bytes);
}
