import { type Hash, ZERO_HASH } from '../format/index.js';
import { hashPair } from './hashPair.js';

/**
 * All nodes of a tree. `layers[0]` are the leaves, the last layer is the root alone. A layer of odd length above one carries its last
 * node twice, because that node is paired with itself and its duplicate appears in proofs as an ordinary right sibling.
 */
export interface Tree {
  readonly layers: readonly (readonly Hash[])[];
  readonly leafCount: number;
  readonly depth: number;
  readonly root: Hash;
}

/** Pairs from left to right. One leaf is its own root; without leaves the root is 32 zero bytes, not hashed. */
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

/** The root alone. */
export function merkleRoot(leaves: readonly Hash[]): Hash {
  return buildTree(leaves).root;
}
