import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SEED } from '../../../tests/helpers/arbitraryBatch.js';
import { naiveDepth, naiveMultiproof, naivePath, naiveRoot, sha256 } from '../../../tests/helpers/naiveOracle.js';
import { outcome } from '../../../tests/helpers/thrown.js';
import { type Hash, hashOf, ZERO_HASH } from '../format/hash.js';
import { bytesToHex } from '../format/hex.js';
import type { ProofNode } from '../format/proofNode.js';
import { depthOf } from './depth.js';
import { hashPair } from './hashPair.js';
import { type FoldedNode, foldMultiproof, multiproofOf } from './multiproof.js';
import { fold, leafIndexOf, pathOf } from './path.js';
import { buildTree, merkleRoot } from './tree.js';

const leaf = (i: number): Hash => hashOf(sha256(Buffer.from(`leaf ${i}`)));
const leavesOf = (count: number): Hash[] => Array.from({ length: count }, (_, i) => leaf(i));
const plain = (nodes: readonly ProofNode[]) =>
  nodes.map(({ hash, isRightSibling }) => ({ hash: [...hash], isRightSibling }));

/** A leaf count with distinct indices below it, in any order. */
const places = fc
  .integer({ min: 1, max: 40 })
  .chain((count) =>
    fc.tuple(
      fc.constant(count),
      fc.uniqueArray(fc.integer({ min: 0, max: count - 1 }), { minLength: 1, maxLength: 5 }),
    ),
  );

describe('tree', () => {
  test('the root is zero without leaves, and a single leaf is its own root', () => {
    expect(merkleRoot([])).toEqual(ZERO_HASH);
    expect(buildTree([])).toMatchObject({ leafCount: 0, depth: 0 });
    expect(bytesToHex(merkleRoot([leaf(0)]))).toBe(bytesToHex(leaf(0)));
  });

  test('an odd last node is paired with itself', () => {
    const [a, b, c] = [leaf(0), leaf(1), leaf(2)];
    expect(merkleRoot([a, b, c])).toEqual(hashPair(hashPair(a, b), hashPair(c, c)));
  });

  test('roots and depths agree with the reference for every size up to 70', () => {
    for (let count = 0; count <= 70; count++) {
      const tree = buildTree(leavesOf(count));
      expect(bytesToHex(tree.root)).toBe(naiveRoot(leavesOf(count)).toString('hex'));
      expect(tree.depth).toBe(naiveDepth(count));
      expect(depthOf(count)).toBe(naiveDepth(count));
    }
  });

  test('depths of large trees', () => {
    expect([2 ** 31 - 1, 2 ** 31, 2 ** 31 + 1, 2 ** 32 - 2].map(depthOf)).toEqual([31, 31, 32, 32]);
  });
});

describe('single paths', () => {
  test('every path agrees with the reference, folds to the root and yields its index', () => {
    fc.assert(
      fc.property(places, ([count, [index = 0]]) => {
        const leaves = leavesOf(count);
        const tree = buildTree(leaves);
        const path = pathOf(tree, index);
        expect(plain(path)).toEqual(naivePath(leaves, index));
        expect(fold(leaf(index), path)).toEqual(tree.root);
        expect(leafIndexOf(path)).toBe(index);
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  test('a path of 32 nodes yields the exact index', () => {
    const path = Array.from({ length: 32 }, () => ({ hash: ZERO_HASH, isRightSibling: false }));
    expect(leafIndexOf(path)).toBe(2 ** 32 - 1);
  });

  test('an index outside the tree is 7260', () => {
    const tree = buildTree(leavesOf(3));
    for (const index of [-1, 3, 0.5, Number.NaN]) expect(outcome(() => pathOf(tree, index))).toBe(7260);
    expect(outcome(() => pathOf(buildTree([]), 0))).toBe(7260);
    expect(outcome(() => multiproofOf(tree, [0, 3]))).toBe(7260);
  });
});

describe('multiproofs', () => {
  test('agree with the reference and fold to the root, in any order of leaves', () => {
    fc.assert(
      fc.property(places, ([count, indices]) => {
        const leaves = leavesOf(count);
        const tree = buildTree(leaves);
        const proof = multiproofOf(tree, indices);
        const naive = naiveMultiproof(leaves, indices);
        expect(plain(proof.hashes)).toEqual(naive.hashes);
        expect(proof.leafIndices).toEqual(naive.indices);
        expect(foldMultiproof(indices.map(leaf), proof.hashes, proof.leafIndices)).toEqual(tree.root);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  test('any change of leaves, order, hashes, directions or indices misses the root', () => {
    fc.assert(
      fc.property(places, ([count, indices]) => {
        const leaves = leavesOf(count);
        const { root } = buildTree(leaves);
        const { hashes, leafIndices } = multiproofOf(buildTree(leaves), indices);
        const folds = (l: Hash[], h: readonly ProofNode[], i: number[]): boolean => {
          let result: Hash | undefined;
          outcome(() => {
            result = foldMultiproof(l, h, i);
          });
          return result !== undefined && bytesToHex(result) === bytesToHex(root);
        };
        const proven = indices.map(leaf);
        const extra = { hash: leaf(99), isRightSibling: true };
        expect(folds(proven, hashes, leafIndices)).toBe(true);
        expect(folds([leaf(99), ...proven.slice(1)], hashes, leafIndices)).toBe(false);
        expect(folds(proven, [...hashes, extra], leafIndices)).toBe(false);
        expect(folds(proven, [...hashes, { ...extra, isRightSibling: false }], leafIndices)).toBe(false);
        expect(folds([...proven, leaf(99)], hashes, leafIndices)).toBe(false);
        if (proven.length > 1) expect(folds([...proven].reverse(), hashes, leafIndices)).toBe(false);
        for (const [i, node] of hashes.entries()) {
          expect(folds(proven, hashes.toSpliced(i, 1), leafIndices)).toBe(false);
          const flipped = { ...node, isRightSibling: !node.isRightSibling };
          expect(folds(proven, hashes.toSpliced(i, 1, flipped), leafIndices)).toBe(false);
        }
        for (const [i, index] of leafIndices.entries()) {
          for (const other of [0, 1, index - 1, index + 1, index * 2, Math.floor(index / 2), index + 0.5, 2 ** 32]) {
            const edited = leafIndices.toSpliced(i, 1, other);
            if (other !== index) expect(folds(proven, hashes, edited), `${other} for ${index}`).toBe(false);
          }
        }
      }),
      { seed: SEED, numRuns: 60 },
    );
  });

  test('every node on the way is told, with where it comes from', () => {
    const tree = buildTree(leavesOf(4));
    const { hashes, leafIndices } = multiproofOf(tree, [2]);
    const met: FoldedNode[] = [];
    foldMultiproof([leaf(2)], hashes, leafIndices, (node) => met.push(node));
    const right = hashPair(leaf(2), leaf(3));
    expect(met).toEqual([
      { number: 6, hash: leaf(2), from: 'leaf', place: 0 },
      { number: 7, hash: leaf(3), from: 'proof', place: 0 },
      { number: 3, hash: right, from: 'children', place: -1 },
      { number: 2, hash: hashPair(leaf(0), leaf(1)), from: 'proof', place: 1 },
      { number: 1, hash: tree.root, from: 'children', place: -1 },
    ]);
  });

  test('each fault has its error number', () => {
    const leaves = leavesOf(6);
    const { hashes, leafIndices } = multiproofOf(buildTree(leaves), [1, 2]);
    const two = [leaf(1), leaf(2)];
    expect(leafIndices).toEqual([9, 10]);
    expect(outcome(() => foldMultiproof(two, hashes, [9]))).toBe(6075);
    expect(outcome(() => foldMultiproof([], [], []))).toBe(6075);
    for (const indices of [
      [9, 9],
      [9, 5],
      [9, 17],
      [9, 0],
      [9, -10],
      [9, 10.5],
      [9, 2 ** 32],
    ])
      expect(
        outcome(() => foldMultiproof(two, hashes, indices)),
        `${indices}`,
      ).toBe(6076);
    for (const index of [0, -1, 2 ** 32, 2 ** 32 + 1, Number.NaN])
      expect(
        outcome(() => foldMultiproof([leaf(1)], hashes, [index])),
        `${index}`,
      ).toBe(6076);
    expect(outcome(() => foldMultiproof(two, hashes.slice(0, -1), leafIndices))).toBe(6077);
    expect(outcome(() => foldMultiproof(two, [...hashes, ...hashes], leafIndices))).toBe(6078);
    expect(
      outcome(() =>
        foldMultiproof(
          two,
          hashes.map((node) => ({ ...node, isRightSibling: !node.isRightSibling })),
          leafIndices,
        ),
      ),
    ).toBe(6078);
    expect(outcome(() => multiproofOf(buildTree(leaves), [1, 1]))).toBe(6076);
  });

  test('a single leaf has index 1 and no hashes', () => {
    expect(multiproofOf(buildTree([leaf(0)]), [0])).toEqual({ hashes: [], leafIndices: [1] });
    expect(foldMultiproof([leaf(0)], [], [1])).toEqual(leaf(0));
  });
});
