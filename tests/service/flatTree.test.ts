import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FlatTree, flatLeaves } from '../../ts/records/batch/flatTree.js';
import type { Hash } from '../../ts/sdk/format/hash.js';
import { bytesToHex } from '../../ts/sdk/format/hex.js';
import { sha256 } from '../../ts/sdk/format/sha256.js';
import { pathOf } from '../../ts/sdk/merkle/path.js';
import { buildTree } from '../../ts/sdk/merkle/tree.js';
import { outcome } from '../helpers/thrown.js';

const SEED = 51_001;
const leavesOf = (count: number, salt = 0): Hash[] =>
  Array.from({ length: count }, (_, i) => sha256(Uint8Array.of(i, i >> 8, salt)));

describe('flat trees', () => {
  test('have root and depth of the tree in ts/merkle for every size up to 130', () => {
    for (let count = 0; count <= 130; count++) {
      const leaves = leavesOf(count);
      const [flat, tree] = [new FlatTree(flatLeaves(leaves)), buildTree(leaves)];
      expect([count, bytesToHex(flat.root), flat.depth]).toEqual([count, bytesToHex(tree.root), tree.depth]);
    }
  });

  test('have its paths and leaves', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(), fc.nat({ max: 255 }), (count, place, salt) => {
        const leaves = leavesOf(count, salt);
        const [flat, tree, index] = [new FlatTree(flatLeaves(leaves)), buildTree(leaves), place % count];
        expect(flat.path(index)).toEqual(
          pathOf(tree, index).map(({ hash, ...rest }) => ({ hash: hash.slice(), ...rest })),
        );
        expect(flat.leaf(index)).toEqual(leaves[index]);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  test('are unaffected when the given leaves change', () => {
    const leaves = flatLeaves(leavesOf(5));
    const flat = new FlatTree(leaves);
    const before = bytesToHex(flat.root);
    leaves.fill(1);
    flat.root.fill(2);
    expect([bytesToHex(flat.root), bytesToHex(flat.leaf(0))]).toEqual([before, bytesToHex(leavesOf(1)[0] as Hash)]);
  });

  test('refuse invalid trees and leaves', () => {
    expect(outcome(() => new FlatTree(new Uint8Array(33)))).toBe(7002);
    for (const index of [-1, 3, 0.5])
      expect(outcome(() => new FlatTree(flatLeaves(leavesOf(3))).path(index))).toBe(7260);
    expect(outcome(() => new FlatTree(new Uint8Array(0)).path(0))).toBe(7260);
  });
});
