import { createHash, hash } from 'node:crypto';
import { MerkleTree } from 'merkletreejs';
import { FlatTree } from '../ts/records/batch/flatTree.js';
import { atLeast, atMostTimes, type Benchmark, type Row } from './benchmark.js';
import { sharesOf } from './profile.js';
import { sideBySide, times } from './rounds.js';

const LEAVES = 100_000;

/** Consecutive leaves, as in a batch. */
function flatBatch(count: number): Uint8Array {
  const leaves = new Uint8Array(32 * count);
  for (let i = 0; i < count; i++) leaves.set(hash('sha256', String(i), 'buffer'), 32 * i);
  return leaves;
}

/** The leaves in the baseline's format. */
const separate = (leaves: Uint8Array): Buffer[] =>
  Array.from({ length: leaves.length / 32 }, (_, i) => Buffer.from(leaves.buffer, 32 * i, 32));

const OPTIONS = { duplicateOdd: true } as const;
const oneShot = (data: Buffer): Buffer => hash('sha256', data, 'buffer') as Buffer;
const streaming = (data: Buffer): Buffer => createHash('sha256').update(data).digest();

/** Only computes hashes: as many as the tree has nodes above its leaves, over inputs of the same size. */
function hashesAlone(leaves: number): () => void {
  let nodes = 0;
  for (let count = leaves; count > 1; nodes += count) count = Math.ceil(count / 2);
  const pair = new Uint8Array(64);
  return () => {
    for (let i = 0; i < nodes; i++) hash('sha256', pair, 'binary');
  };
}

export const tree: Benchmark = {
  name: 'tree',
  about: `the tree over ${LEAVES.toLocaleString('en')} leaves of 32 bytes in one buffer, root included`,
  async run({ quick }, { profile }) {
    const leaves = flatBatch(quick ? LEAVES / 10 : LEAVES);
    const peerRoot = (hasher: typeof oneShot) => new MerkleTree(separate(leaves), hasher, OPTIONS).getRoot();
    if (!peerRoot(oneShot).equals(new FlatTree(leaves).root)) throw new Error('the roots differ');
    const { ms, ratio } = await sideBySide(
      [
        { name: 'ours', run: () => new FlatTree(leaves).root },
        { name: 'streaming', run: () => peerRoot(streaming) },
        { name: 'oneShot', run: () => peerRoot(oneShot) },
        { name: 'hashes', run: hashesAlone(leaves.length / 32) },
      ],
      { rounds: quick ? 3 : 15, limit: 30_000 },
    );
    profile('tree', await sharesOf(() => times(quick ? 3 : 20, () => new FlatTree(leaves).root)));
    const row = (by: 'streaming' | 'oneShot', name: string, goal: number): Row => ({
      what: `tree, against ${by === 'streaming' ? 'createHash' : 'the same native hash'}`,
      value: ms.ours,
      unit: 'ms',
      peer: { name, value: ms[by] },
      ratio: ratio(by, 'ours'),
      goal: atLeast(ratio(by, 'ours'), goal),
    });
    const ofFloor = ratio('hashes', 'ours');
    return [
      row('streaming', 'merkletreejs', 5),
      row('oneShot', 'merkletreejs', 2.5),
      {
        what: 'tree, against its hashes alone',
        value: ms.ours,
        unit: 'ms',
        peer: { name: 'floor: the hashes', value: ms.hashes },
        ratio: ofFloor,
        goal: atMostTimes(ofFloor, 1.15),
      },
    ];
  },
};
