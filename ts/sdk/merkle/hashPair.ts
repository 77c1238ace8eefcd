import type { Hash } from '../format/hash.js';
import { sha256 } from '../format/sha256.js';

/**
 * Hashes an inner node: SHA-256 of `left ‖ right`, without a prefix.
 *
 * @example
 * ```ts
 * import { sha256 } from '@linesman/sdk/format';
 * import { hashPair } from '@linesman/sdk/merkle';
 *
 * const node = hashPair(sha256(Uint8Array.of(1)), sha256(Uint8Array.of(2)));
 * ```
 */
export function hashPair(left: Hash, right: Hash): Hash {
  PAIR.set(left, 0);
  PAIR.set(right, 32);
  return sha256(PAIR);
}

/** Both children of the node that is being hashed. Allocated once, because a verification hashes dozens of nodes. */
const PAIR = new Uint8Array(64);
