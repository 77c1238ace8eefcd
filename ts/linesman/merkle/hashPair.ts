import { type Hash, sha256 } from '../format/index.js';

/** Inner node: SHA-256 of `left ‖ right`, untagged. */
export function hashPair(left: Hash, right: Hash): Hash {
  const bytes = new Uint8Array(64);
  bytes.set(left, 0);
  bytes.set(right, 32);
  return sha256(bytes);
}
