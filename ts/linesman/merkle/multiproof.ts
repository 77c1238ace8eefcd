import {
  fail,
  INVALID_MULTIPROOF,
  INVALID_PROOF_PATH,
  LENGTH_MISMATCH,
  MISSING_PROOF_NODE,
  NO_SUCH_LEAF,
} from '../error/index.js';
import type { Hash, Path, ProofNode } from '../format/index.js';
import { hashPair } from './hashPair.js';
import type { Tree } from './tree.js';

export interface Multiproof {
  /** Deepest layer first, right to left. */
  readonly hashes: ProofNode[];
  /** Heap numbers in the order of the leaves asked for: root 1, leaf *i* of a tree of depth *d* is `2^d + i`. */
  readonly leafIndices: number[];
}

/**
 * Proves several leaves of one tree at once; without `indices` the proof is empty.
 *
 * Errors: NO_SUCH_LEAF an index outside the tree; INVALID_MULTIPROOF an index given twice.
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
      // Descending order: the right one of two known siblings comes first, so only its left neighbour has to be looked for.
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
 * The root that leaves and a multiproof give. Every leaf, index and hash is used exactly once.
 *
 * Errors: LENGTH_MISMATCH the numbers of indices and leaves differ; INVALID_MULTIPROOF indices repeat or lie outside
 * `[2^d, 2^(d+1))` of one depth *d* ≤ 31, so that none is above another; MISSING_PROOF_NODE a hash is missing;
 * INVALID_PROOF_PATH a flag does not fit its place, or hashes are left over.
 */
export function foldMultiproof(leaves: readonly Hash[], hashes: Path, leafIndices: readonly number[]): Hash {
  return foldLeaves(leaves, leafIndices, hashes.length, (place, isLeft, number) => {
    const given = hashes[place];
    if (given && given.isRightSibling !== isLeft) {
      fail(INVALID_PROOF_PATH, { problem: 'wrong side', hash: place, node: number, side: isLeft ? 'right' : 'left' });
    }
    return given?.hash;
  });
}

/** As {@link foldMultiproof}, for hashes that stand on whichever side is free. Errors: the same, but for the flags. */
export function foldMultiproofByNumber(
  leaves: readonly Hash[],
  hashes: readonly Hash[],
  leafIndices: readonly number[],
): Hash {
  return foldLeaves(leaves, leafIndices, hashes.length, (place) => hashes[place]);
}

/** `siblingAt`: the hash at a place, for the left or right node with that number; none beyond the end. */
function foldLeaves(
  leaves: readonly Hash[],
  leafIndices: readonly number[],
  count: number,
  siblingAt: (place: number, isLeft: boolean, number: number) => Hash | undefined,
): Hash {
  if (leafIndices.length !== leaves.length) {
    return fail(LENGTH_MISMATCH, { indices: leafIndices.length, leaves: leaves.length });
  }
  checkIndices(leafIndices);
  // Sorted descending and of one depth, the work set is a queue: parents, made in descending order, join at its end.
  const queue = leafIndices
    .map((index, place) => ({ index, hash: leaves[place] as Hash }))
    .sort((a, b) => b.index - a.index);
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
      used++;
    }
    queue.push({
      index: Math.floor(node.index / 2),
      hash: isLeft ? hashPair(node.hash, sibling) : hashPair(sibling, node.hash),
    });
  }
}

/** Errors: INVALID_MULTIPROOF unless all indices are distinct and of one depth. */
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
