import { type Hash, sha256 } from '../format/index.js';

/**
 * Hashes an inner node: SHA-256 of `left ‖ right`, without a prefix.
 *
 * @example
 * ```ts
 * import { sha256 } from 'linesman/format';
 * import { hashPair } from 'linesman/merkle';
 *
 * const node = hashPair(sha256(Uint8Array.of(1)), sha256(Uint8Array.of(2)));
 * ```
 */
export function hashPair(left: Hash, right: Hash): Hash {
  const bytes = new Uint8Array(64);
  bytes.set(left, 0);
  bytes.set(right, 32);
  return sha256(bytes);
}
