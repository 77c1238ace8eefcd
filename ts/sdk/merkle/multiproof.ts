import { NO_SUCH_LEAF } from '../error/codes/arguments.js';
import { INVALID_MULTIPROOF, INVALID_PROOF_PATH, LENGTH_MISMATCH, MISSING_PROOF_NODE } from '../error/codes/oracle.js';
import { fail } from '../error/linesmanError.js';
import type { Hash } from '../format/hash.js';
import type { Path, ProofNode } from '../format/proofNode.js';
import { hashPair } from './hashPair.js';
import type { Tree } from './tree.js';

/** Proof of several leaves of one tree: fewer hashes than one path each. */
export interface Multiproof {
  /** Deepest layer first, each layer from right to left. */
  readonly hashes: ProofNode[];
  /** Heap indices in the order of the requested leaves: the root is 1, leaf *i* at depth *d* is `2^d + i`. */
  readonly leafIndices: number[];
}

/** A node on the way of a multiproof, by its heap number. */
export interface FoldedNode {
  readonly number: number;
  readonly hash: Hash;
  /** A given leaf, a hash of the proof, or computed from its children. */
  readonly from: 'leaf' | 'proof' | 'children';
  /** Position among the given leaves or hashes; -1 for a computed node. */
  readonly place: number;
}

/**
 * Proves several leaves of one tree at once. Without `indices` the proof is empty.
 *
 * Errors: NO_SUCH_LEAF for an index outside the tree; INVALID_MULTIPROOF for a repeated index.
 *
 * @example
 * ```ts
 * import { sha256 } from '@linesman/sdk/format';
 * import { buildTree, multiproofOf } from '@linesman/sdk/merkle';
 *
 * const tree = buildTree([1, 2, 3, 4].map((byte) => sha256(Uint8Array.of(byte))));
 * const { hashes, leafIndices } = multiproofOf(tree, [0, 3]);
 * ```
 */
export function multiproofOf(tree: Tree, indices: readonly number[]): Multiproof {
  for (const index of indices) {
    if (!Number.isInteger(index) || index < 0 || index >= tree.leafCount) {
      fail(NO_SUCH_LEAF, { index, leaves: tree.leafCount });
    }
  }
  if (new Set(indices).size !== indices.length) fail(INVALID_MULTIPROOF, { problem: 'repeated leaves', indices });
  const hashes: ProofNode[] = [];
  let known = [...indices].sort((a, b) => b - a);
  for (let level = 0; level < tree.depth && known.length > 0; level++) {
    const nodes = tree.layers[level] ?? [];
    for (const [place, index] of known.entries()) {
      // In descending order, two known siblings are neighbours in the list.
      const sibling = index % 2 === 1 ? index - 1 : index + 1;
      if (known[place + 1] === sibling || known[place - 1] === sibling) continue;
      const hash = nodes[sibling];
      if (hash) hashes.push({ hash, isRightSibling: index % 2 === 0 });
    }
    known = [...new Set(known.map((index) => Math.floor(index / 2)))];
  }
  return { hashes, leafIndices: indices.map((index) => 2 ** tree.depth + index) };
}

/**
 * Folds leaves and a multiproof to the root, using every leaf, index and hash exactly once.
 *
 * Errors: LENGTH_MISMATCH when the counts of indices and leaves differ; INVALID_MULTIPROOF when indices repeat or do
 * not all lie in `[2^d, 2^(d+1))` for one depth *d* ≤ 31, since no proven node may be an ancestor of another;
 * MISSING_PROOF_NODE when a hash is missing; INVALID_PROOF_PATH for a hash on the wrong side or left over.
 *
 * @param met Called with every node in the order in which they become known, including those before an error.
 *
 * @example
 * ```ts
 * import { sha256 } from '@linesman/sdk/format';
 * import { buildTree, foldMultiproof, multiproofOf } from '@linesman/sdk/merkle';
 *
 * const leaves = [1, 2, 3, 4].map((byte) => sha256(Uint8Array.of(byte)));
 * const { hashes, leafIndices } = multiproofOf(buildTree(leaves), [0]);
 * const root = foldMultiproof(leaves.slice(0, 1), hashes, leafIndices);
 * ```
 */
export function foldMultiproof(
  leaves: readonly Hash[],
  hashes: Path,
  leafIndices: readonly number[],
  met?: (node: FoldedNode) => void,
): Hash {
  const siblingAt = (place: number, isLeft: boolean, number: number): Hash | undefined => {
    const given = hashes[place];
    if (given && given.isRightSibling !== isLeft) {
      fail(INVALID_PROOF_PATH, { problem: 'wrong side', hash: place, node: number, side: isLeft ? 'right' : 'left' });
    }
    return given?.hash;
  };
  return foldLeaves(leaves, leafIndices, hashes.length, siblingAt, met);
}

/**
 * Like {@link foldMultiproof}, for hashes without directions: each goes to the free side. Errors: the same, except for
 * a hash on the wrong side.
 *
 * @example
 * ```ts
 * import { sha256 } from '@linesman/sdk/format';
 * import { buildTree, foldMultiproofByNumber, multiproofOf } from '@linesman/sdk/merkle';
 *
 * const leaves = [1, 2, 3, 4].map((byte) => sha256(Uint8Array.of(byte)));
 * const { hashes, leafIndices } = multiproofOf(buildTree(leaves), [0]);
 * const root = foldMultiproofByNumber(
 *   leaves.slice(0, 1),
 *   hashes.map(({ hash }) => hash),
 *   leafIndices,
 * );
 * ```
 */
export function foldMultiproofByNumber(
  leaves: readonly Hash[],
  hashes: readonly Hash[],
  leafIndices: readonly number[],
): Hash {
  return foldLeaves(leaves, leafIndices, hashes.length, (place) => hashes[place]);
}

/** `siblingAt` returns the proof hash at a position, for a node that is left or right; undefined past the end. */
function foldLeaves(
  leaves: readonly Hash[],
  leafIndices: readonly number[],
  count: number,
  siblingAt: (place: number, isLeft: boolean, number: number) => Hash | undefined,
  met?: (node: FoldedNode) => void,
): Hash {
  if (leafIndices.length !== leaves.length) {
    return fail(LENGTH_MISMATCH, { indices: leafIndices.length, leaves: leaves.length });
  }
  checkIndices(leafIndices);
  // Indices of one depth, in descending order, produce their parents in descending order, so a queue is enough.
  const queue = leafIndices
    .map((index, place) => ({ index, hash: leaves[place] as Hash }))
    .sort((a, b) => b.index - a.index);
  leafIndices.forEach((number, place) => {
    met?.({ number, hash: leaves[place] as Hash, from: 'leaf', place });
  });
  let used = 0;
  for (let first = 0; ; first++) {
    const node = queue[first];
    if (!node) return fail(LENGTH_MISMATCH, { indices: 0, leaves: 0 });
    if (node.index === 1) {
      if (used !== count) {
        return fail(INVALID_PROOF_PATH, { problem: 'hashes left over', hashes: count, used });
      }
      return node.hash;
    }
    const isLeft = node.index % 2 === 0;
    const next = queue[first + 1];
    let sibling: Hash;
    if (next && next.index === node.index - 1 && !isLeft) {
      sibling = next.hash;
      first++;
    } else {
      const given = siblingAt(used, isLeft, node.index);
      if (!given) {
        return fail(MISSING_PROOF_NODE, { hashes: count, node: node.index });
      }
      sibling = given;
      met?.({ number: isLeft ? node.index + 1 : node.index - 1, hash: given, from: 'proof', place: used });
      used++;
    }
    const index = Math.floor(node.index / 2);
    const hash = isLeft ? hashPair(node.hash, sibling) : hashPair(sibling, node.hash);
    met?.({ number: index, hash, from: 'children', place: -1 });
    queue.push({ index, hash });
  }
}

/**
 * Checks that heap indices are distinct and of one depth. Errors: INVALID_MULTIPROOF.
 *
 * @example
 * ```ts
 * import { checkIndices } from '@linesman/sdk/merkle';
 *
 * checkIndices([4, 7]); // both of depth 2
 * ```
 */
export function checkIndices(leafIndices: readonly number[]): void {
  const top = Math.clz32(leafIndices[0] ?? 1);
  for (const index of leafIndices) {
    if (!Number.isInteger(index) || index < 1 || index >= 2 ** 32 || Math.clz32(index) !== top) {
      fail(INVALID_MULTIPROOF, { problem: 'several depths', indices: leafIndices });
    }
  }
  if (new Set(leafIndices).size !== leafIndices.length) {
    fail(INVALID_MULTIPROOF, { problem: 'repeated indices', indices: leafIndices });
  }
}
