import { describe, expect, test } from 'vitest';
import { naivePath, naiveRoot, sha256 } from '../../../tests/helpers/naiveOracle.js';
import { FINAL, proofOf, SCORES_ACCOUNT } from '../../../tests/helpers/sampleSlot.js';
import { outcome } from '../../../tests/helpers/thrown.js';
import { hashOf } from '../format/hash.js';
import type { Path } from '../format/proofNode.js';
import { type ScoreStat, statLeafHash } from '../format/scoreStat.js';
import { statKey } from '../format/statKey.js';
import { fold } from '../merkle/path.js';
import type { StatProof, StatProofV2 } from './proof.js';
import { verifyStat } from './verifyStat.js';

/** The kind of tree that was built until 2026-06-30: zeros are leaves, and each update has one leaf. */

const path = (leaves: Uint8Array[], index: number): Path =>
  naivePath(leaves, index).map((node) => ({ ...node, hash: hashOf(Uint8Array.from(node.hash)) }));

const stats = [
  [1, 2],
  [2, 0],
  [3, 1],
].map(([key = 0, value = 0]): ScoreStat => ({ key: statKey(key), value, period: 100 }));
const statLeaves = stats.map(statLeafHash);
const events = [1, 2, 3].map((i) => (i === 3 ? naiveRoot(statLeaves) : sha256(Buffer.from(`event ${i}`))));
const current = proofOf(2, { ...FINAL, keys: [1] });
const proof: StatProofV2 = {
  ...current,
  summary: { ...current.summary, eventsSubTreeRoot: hashOf(naiveRoot(events)) },
  fixtureProof: path(events, 2),
  eventStatRoot: hashOf(naiveRoot(statLeaves)),
  leaves: [0, 1].map((place) => ({ stat: stats[place] as ScoreStat, statProof: path(statLeaves, place) })),
};

const run = (of: StatProof, format?: 'all-stats') =>
  outcome(() => verifyStat(of, { sport: 'soccer', ...(format && { format }) }));

describe('proofs of the older tree', () => {
  test('are accepted only if requested explicitly', () => {
    expect(run(proof)).toBe(6022);
    expect(verifyStat(proof, { sport: 'soccer', format: 'all-stats' })).toMatchObject({
      format: 'all-stats',
      updateIndex: 2,
      facts: [
        { kind: 'present', key: 1, value: 2, period: 100 },
        { kind: 'present', key: 2, value: 0, period: 100 },
      ],
      final: true,
    });
  });

  test('are not confused with current ones', () => {
    expect(run(current, 'all-stats')).toBe(6022);
    expect(run(proofOf(1), 'all-stats')).toBe(6023);
  });

  test('also have fixed levels', () => {
    const counted = (updateCount: number) => {
      const updateStats = { ...proof.summary.updateStats, updateCount };
      return run({ ...proof, summary: { ...proof.summary, updateStats } }, 'all-stats');
    };
    expect([1, 2, 3, 4, 5].map(counted)).toEqual([6022, 6022, true, true, 6022]);
    const [first, ...rest] = proof.fixtureProof;
    if (first)
      expect(run({ ...proof, fixtureProof: [{ ...first, isRightSibling: false }, ...rest] }, 'all-stats')).toBe(6022);
    expect(
      run(
        { ...proof, leaves: proof.leaves.map((leaf) => ({ ...leaf, statProof: leaf.statProof.slice(1) })) },
        'all-stats',
      ),
    ).toBe(6023);
  });

  /**
   * The proof with the topmost node of the stat tree moved into the fixture path, so that the right half of that tree
   * is the event.
   */
  const lengthened = (place: number, fixtureProof: Path): StatProofV2 => {
    const [below, top] = [path(statLeaves, place).slice(0, -1), path(statLeaves, place).slice(-1)];
    const stat = stats[place] as ScoreStat;
    const eventStatRoot = fold(statLeafHash(stat), below);
    return { ...proof, fixtureProof: [...top, ...fixtureProof], eventStatRoot, leaves: [{ stat, statProof: below }] };
  };

  test('lengthened by one node, prove only facts of the right update', () => {
    expect(verifyStat(lengthened(2, proof.fixtureProof), { sport: 'soccer' })).toMatchObject({
      format: 'current',
      updateIndex: 2,
      facts: [{ kind: 'present', key: 3, value: 1, period: 100 }],
    });
    expect(run(lengthened(0, proof.fixtureProof))).toBe(6022);
    // The last of three updates is paired with a copy of itself, which is not an update.
    for (const level of proof.fixtureProof.keys()) {
      const other = proof.fixtureProof.map((node, i) => ({
        ...node,
        isRightSibling: node.isRightSibling !== (i === level),
      }));
      expect(run(lengthened(2, other))).toBe(6022);
    }
  });

  test('have no zero maps and no multiproofs', () => {
    const zero = proofOf(1, { ...FINAL, keys: [2] });
    expect(run({ ...proof, leaves: zero.leaves }, 'all-stats')).toBe(6023);
    expect(run(proofOf(3), 'all-stats')).toBe(6022);
    expect(
      run({ ...proof, version: 3, leafIndices: [], multiproofHashes: [], leaves: zero.leaves } as never, 'all-stats'),
    ).toBe(6076);
  });

  test('have their root in the same account', () => {
    expect(
      outcome(() => verifyStat(proof, { sport: 'soccer', format: 'all-stats', rootsAccount: SCORES_ACCOUNT })),
    ).toBe(6004);
  });
});
