import { fail, NO_SUCH_LEAF } from '../error/index.js';
import type { Hash, Path, ProofNode } from '../format/index.js';
import { hashPair } from './hashPair.js';
import type { Tree } from './tree.js';

/** The siblings of leaf `index`, from the leaf upwards. Errors: NO_SUCH_LEAF. */
export function pathOf(tree: Tree, index: number): ProofNode[] {
  if (!Number.isInteger(index) || index < 0 || index >= tree.leafCount) {
    return fail(NO_SUCH_LEAF, { index, leaves: tree.leafCount });
  }
  const path: ProofNode[] = [];
  for (let level = 0, i = index; level < tree.depth; level++, i = Math.floor(i / 2)) {
    const isRightSibling = i % 2 === 0;
    const hash = tree.layers[level]?.[isRightSibling ? i + 1 : i - 1];
    if (hash) path.push({ hash, isRightSibling });
  }
  return path;
}

/** The root that a leaf and its path give. */
export function fold(leaf: Hash, path: Path): Hash {
  let node = leaf;
  for (const { hash, isRightSibling } of path) node = isRightSibling ? hashPair(node, hash) : hashPair(hash, node);
  return node;
}

/** The root that the leaf with this index and its siblings give, each on the side that the index leaves free. */
export function foldByNumber(leaf: Hash, siblings: readonly Hash[], index: number): Hash {
  let node = leaf;
  let number = index;
  for (const sibling of siblings) {
    node = number % 2 === 0 ? hashPair(node, sibling) : hashPair(sibling, node);
    number = Math.floor(number / 2);
  }
  return node;
}

/** Index of the leaf, read from the directions of its path; exact up to 32 nodes. */
export function leafIndexOf(path: Path): number {
  return path.reduceRight((index, node) => index * 2 + (node.isRightSibling ? 0 : 1), 0);
}
