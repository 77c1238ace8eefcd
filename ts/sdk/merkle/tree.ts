import { type Hash, ZERO_HASH } from '../format/hash.js';
import { hashPair } from './hashPair.js';

/**
 * All nodes of a Merkle tree. `layers[0]` holds the leaves, the last layer the root alone. A layer of odd length (above
 * 1) contains its last node twice. That node is paired with itself, and its copy is an ordinary right sibling in
 * proofs.
 */
export interface Tree {
  readonly layers: readonly (readonly Hash[])[];
  readonly leafCount: number;
  readonly depth: number;
  readonly root: Hash;
}

/**
 * Builds a tree over leaf hashes, pairing from left to right. A single leaf is its own root; without leaves the root is
 * 32 zero bytes.
 *
 * @example
 * ```ts
 * import { sha256 } from '@linesman/sdk/format';
 * import { buildTree } from '@linesman/sdk/merkle';
 *
 * const { root, depth } = buildTree([1, 2, 3].map((byte) => sha256(Uint8Array.of(byte))));
 * ```
 */
export function buildTree(leaves: readonly Hash[]): Tree {
  const layers: Hash[][] = [];
  let layer = [...leaves];
  while (layer.length > 1) {
    const last = layer.at(-1);
    if (last && layer.length % 2 === 1) layer.push(last);
    layers.push(layer);
    const parents: Hash[] = [];
    for (let i = 0; i + 1 < layer.length; i += 2) {
      const left = layer[i];
      const right = layer[i + 1];
      if (left && right) parents.push(hashPair(left, right));
    }
    layer = parents;
  }
  layers.push(layer);
  return { layers, leafCount: leaves.length, depth: layers.length - 1, root: layer[0] ?? ZERO_HASH };
}

/**
 * Returns the root of the tree over these leaf hashes; see {@link buildTree}.
 *
 * @example
 * ```ts
 * import { bytesToHex, sha256 } from '@linesman/sdk/format';
 * import { merkleRoot } from '@linesman/sdk/merkle';
 *
 * bytesToHex(merkleRoot([1, 2, 3].map((byte) => sha256(Uint8Array.of(byte)))));
 * ```
 */
export function merkleRoot(leaves: readonly Hash[]): Hash {
  return buildTree(leaves).root;
}
