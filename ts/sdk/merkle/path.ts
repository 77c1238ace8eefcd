import { NO_SUCH_LEAF } from '../error/codes/arguments.js';
import { fail } from '../error/linesmanError.js';
import type { Hash } from '../format/hash.js';
import type { Path, ProofNode } from '../format/proofNode.js';
import { hashPair } from './hashPair.js';
import type { Tree } from './tree.js';

/**
 * Returns the path of the leaf at `index` (from 0): its siblings from the leaf up. Errors: NO_SUCH_LEAF.
 *
 * @example
 * ```ts
 * import { sha256 } from '@linesman/sdk/format';
 * import { buildTree, pathOf } from '@linesman/sdk/merkle';
 *
 * const tree = buildTree([1, 2, 3].map((byte) => sha256(Uint8Array.of(byte))));
 * pathOf(tree, 2); // two siblings
 * ```
 */
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

/**
 * Hashes a leaf up its path and returns the root. The caller compares it with a root it trusts.
 *
 * @example
 * ```ts
 * import { equalBytes, sha256 } from '@linesman/sdk/format';
 * import { buildTree, fold, pathOf } from '@linesman/sdk/merkle';
 *
 * const leaves = [1, 2, 3].map((byte) => sha256(Uint8Array.of(byte)));
 * const tree = buildTree(leaves);
 * equalBytes(fold(sha256(Uint8Array.of(3)), pathOf(tree, 2)), tree.root); // true
 * ```
 */
export function fold(leaf: Hash, path: Path): Hash {
  let node = leaf;
  for (const { hash, isRightSibling } of path) node = isRightSibling ? hashPair(node, hash) : hashPair(hash, node);
  return node;
}

/**
 * Like {@link fold}, for a path without directions: the bits of the leaf's index say on which side each sibling is.
 *
 * @example
 * ```ts
 * import { sha256 } from '@linesman/sdk/format';
 * import { buildTree, foldByNumber, pathOf } from '@linesman/sdk/merkle';
 *
 * const tree = buildTree([1, 2, 3].map((byte) => sha256(Uint8Array.of(byte))));
 * const siblings = pathOf(tree, 2).map(({ hash }) => hash);
 * const root = foldByNumber(sha256(Uint8Array.of(3)), siblings, 2);
 * ```
 */
export function foldByNumber(leaf: Hash, siblings: readonly Hash[], index: number): Hash {
  let node = leaf;
  let number = index;
  for (const sibling of siblings) {
    node = number % 2 === 0 ? hashPair(node, sibling) : hashPair(sibling, node);
    number = Math.floor(number / 2);
  }
  return node;
}

/**
 * Reads the index of a leaf from the directions of its path. Exact for paths of up to 32 nodes.
 *
 * @example
 * ```ts
 * import { sha256 } from '@linesman/sdk/format';
 * import { buildTree, leafIndexOf, pathOf } from '@linesman/sdk/merkle';
 *
 * const tree = buildTree([1, 2, 3].map((byte) => sha256(Uint8Array.of(byte))));
 * leafIndexOf(pathOf(tree, 2)); // 2
 * ```
 */
export function leafIndexOf(path: Path): number {
  return path.reduceRight((index, node) => index * 2 + (node.isRightSibling ? 0 : 1), 0);
}
