import { createHash } from 'node:crypto';
import type { LayoutByte } from '../../ts/sdk/format/sports/sports.js';

/**
 * A second implementation of the oracle's trees, straight from their definition and sharing nothing with `ts/`: no
 * layers and no work queue, only the recursion "node *i* of a level is the hash of nodes 2*i* and 2*i* + 1 below". Slow
 * on purpose. Answers are JSON documents as deployed clients receive them.
 */

export interface NaiveRecord {
  ts: number;
  /** Null: the record has no status. */
  statusId: number | null;
  /** Includes zeros; empty before the first confirmed score. */
  stats: Record<number, number>;
}

export interface NaiveFixture {
  fixtureId: number;
  layout: LayoutByte;
  records: NaiveRecord[];
}

export interface NaiveNode {
  hash: number[];
  isRightSibling: boolean;
}

export const sha256 = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

const le = (value: number, bytes: 4 | 8): Buffer => {
  const out = Buffer.alloc(8);
  out.writeBigInt64LE(BigInt(value));
  return out.subarray(0, bytes);
};

/** Number of nodes on a level; level 0 holds the leaves. */
const width = (leaves: number, level: number): number => Math.ceil(leaves / 2 ** level);

export const naiveDepth = (leaves: number): number => {
  let depth = 0;
  while (width(leaves, depth) > 1) depth++;
  return depth;
};

/** Node *i* of a level. Past the end, the last node repeats. */
function naiveNode(leaves: readonly Uint8Array[], level: number, i: number): Buffer {
  const place = Math.min(i, width(leaves.length, level) - 1);
  if (level === 0) return Buffer.from(leaves[place] ?? Buffer.alloc(32));
  return sha256(naiveNode(leaves, level - 1, 2 * place), naiveNode(leaves, level - 1, 2 * place + 1));
}

export function naiveRoot(leaves: readonly Uint8Array[]): Buffer {
  return leaves.length === 0 ? Buffer.alloc(32) : naiveNode(leaves, naiveDepth(leaves.length), 0);
}

export function naivePath(leaves: readonly Uint8Array[], index: number): NaiveNode[] {
  return Array.from({ length: naiveDepth(leaves.length) }, (_, level) => {
    const i = Math.floor(index / 2 ** level);
    const isRightSibling = i % 2 === 0;
    return { hash: [...naiveNode(leaves, level, isRightSibling ? i + 1 : i - 1)], isRightSibling };
  });
}

/** The format's rule, taken literally: take the largest heap number of the set; its sibling is in the set or given. */
export function naiveMultiproof(
  leaves: readonly Uint8Array[],
  indices: readonly number[],
): { hashes: NaiveNode[]; indices: number[] } {
  const depth = naiveDepth(leaves.length);
  const numbers = indices.map((i) => 2 ** depth + i);
  const work = new Set(numbers);
  const hashes: NaiveNode[] = [];
  while (work.size > 0 && !work.has(1)) {
    const largest = Math.max(...work);
    const sibling = largest % 2 === 0 ? largest + 1 : largest - 1;
    work.delete(largest);
    if (!work.delete(sibling)) {
      const below = depth - Math.floor(Math.log2(sibling));
      const place = sibling - 2 ** (depth - below);
      hashes.push({ hash: [...naiveNode(leaves, below, place)], isRightSibling: largest % 2 === 0 });
    }
    work.add(Math.floor(largest / 2));
  }
  return { hashes, indices: numbers };
}

const BLOCKS: Record<LayoutByte, [block: number, base: number][]> = {
  1: [0, 1, 2, 3, 4, 5, 6, 7].map((block) => [block, 8 * block]),
  2: [0, 1, 2, 10, 20, 30, 40].map((block, i) => [block, 36 * i]),
  6: [0, 1, 2, 10, 20, 30, 40].map((block, i) => [block, [0, 18, 34, 50, 66, 82, 98][i] ?? 0]),
};
const OFFSETS: Record<LayoutByte, number> = { 1: 8, 2: 36, 6: 16 };

/** Every key that has a bit, with that bit. */
export function naiveBits(layout: LayoutByte): Map<number, number> {
  const bits = new Map<number, number>();
  for (const [block, base] of BLOCKS[layout])
    for (let offset = 1; offset <= OFFSETS[layout]; offset++) bits.set(1000 * block + offset, base + offset - 1);
  return bits;
}

export function naiveZeroMap(layout: LayoutByte, stats: Record<number, number>): Buffer {
  let map = 0n;
  for (const [key, bit] of naiveBits(layout)) if (stats[key] === 0) map |= 1n << BigInt(bit);
  return Buffer.from(map.toString(16).padStart(64, '0'), 'hex').reverse();
}

export interface NaiveStat {
  key: number;
  value: number;
  period: number;
}

const presentStats = (record: NaiveRecord): NaiveStat[] =>
  Object.entries(record.stats)
    .map(([key, value]) => ({ key: Number(key), value, period: record.statusId ?? 0 }))
    .filter(({ value }) => value !== 0)
    .sort((a, b) => a.key - b.key);

const statLeaf = ({ key, value, period }: NaiveStat): Buffer => sha256(le(key, 4), le(value, 4), le(period, 4));
const statLeaves = (record: NaiveRecord): Buffer[] => presentStats(record).map(statLeaf);

const eventLeaves = (fixture: NaiveFixture): Buffer[] =>
  fixture.records.flatMap((record) => [
    sha256(naiveZeroMap(fixture.layout, record.stats)),
    naiveRoot(statLeaves(record)),
  ]);

function summaryOf(fixture: NaiveFixture) {
  const times = fixture.records.map(({ ts }) => ts).sort((a, b) => a - b);
  return {
    fixtureId: fixture.fixtureId,
    updateStats: { updateCount: times.length, minTimestamp: times[0] ?? 0, maxTimestamp: times.at(-1) ?? 0 },
    root: naiveRoot(eventLeaves(fixture)),
  };
}

function mainLeaves(batch: readonly NaiveFixture[]): Buffer[] {
  const summaries = [...batch].sort((a, b) => a.fixtureId - b.fixtureId).map(summaryOf);
  const total = summaries.reduce((sum, { updateStats }) => sum + updateStats.updateCount, 0);
  const start = Math.min(...summaries.map(({ updateStats }) => updateStats.minTimestamp));
  const end = Math.max(...summaries.map(({ updateStats }) => updateStats.maxTimestamp));
  return [
    sha256(Buffer.of(0), le(total, 4), le(summaries.length, 4), le(start, 8), le(end, 8)),
    ...summaries.map(({ fixtureId, updateStats, root }) =>
      sha256(
        Buffer.of(1),
        le(fixtureId, 8),
        le(updateStats.updateCount, 4),
        le(updateStats.minTimestamp, 8),
        le(updateStats.maxTimestamp, 8),
        root,
      ),
    ),
  ];
}

/** The root that the oracle would publish for the slot. */
export const naiveMainRoot = (batch: readonly NaiveFixture[]): Buffer => naiveRoot(mainLeaves(batch));

/** A request for an answer. `record` is an index into the fixture's records. */
export interface NaiveRequest {
  fixtureId: number;
  record: number;
  keys: number[];
}

const hash = (bytes: Uint8Array): number[] => [...bytes];

function find(batch: readonly NaiveFixture[], { fixtureId, record }: NaiveRequest) {
  const fixture = batch.find((candidate) => candidate.fixtureId === fixtureId);
  const asked = fixture?.records[record];
  if (!fixture || !asked) throw new RangeError('no such record');
  const place = [...batch].sort((a, b) => a.fixtureId - b.fixtureId).indexOf(fixture);
  const { root, ...summary } = summaryOf(fixture);
  return {
    fixture,
    asked,
    common: {
      ts: asked.ts,
      eventStatRoot: hash(naiveRoot(statLeaves(asked))),
      summary: { ...summary, eventStatsSubTreeRoot: hash(root) },
      subTreeProof: naivePath(eventLeaves(fixture), 2 * record + 1),
      mainTreeProof: naivePath(mainLeaves(batch), place + 1),
    },
  };
}

function zeroProof(fixture: NaiveFixture, record: NaiveRecord): NaiveNode[] {
  return [
    { hash: [fixture.layout, ...Array.from({ length: 31 }, () => 255)], isRightSibling: false },
    { hash: hash(naiveZeroMap(fixture.layout, record.stats)), isRightSibling: false },
  ];
}

function split(fixture: NaiveFixture, record: NaiveRecord, keys: readonly number[]) {
  const present = presentStats(record);
  return keys.map((key) => {
    const place = present.findIndex((stat) => stat.key === key);
    const stat = present[place];
    if (stat) return { place, stat, path: naivePath(statLeaves(record), place) };
    return { place: -1, stat: { key, value: 0, period: record.statusId ?? 0 }, path: zeroProof(fixture, record) };
  });
}

/** A version 2 answer. Version 1, for one or two keys, is made from it. */
export function naiveAnswerV2(batch: readonly NaiveFixture[], request: NaiveRequest) {
  const { fixture, asked, common } = find(batch, request);
  const parts = split(fixture, asked, request.keys);
  return { ...common, statsToProve: parts.map(({ stat }) => stat), statProofs: parts.map(({ path }) => path) };
}

export function naiveAnswerV1(batch: readonly NaiveFixture[], request: NaiveRequest) {
  const { statsToProve, statProofs, ...common } = naiveAnswerV2(batch, request);
  const second = statsToProve[1] && { statToProve2: statsToProve[1], statProof2: statProofs[1] };
  return { ...common, statToProve: statsToProve[0], statProof: statProofs[0], ...second };
}

export function naiveAnswerV3(batch: readonly NaiveFixture[], request: NaiveRequest) {
  const { fixture, asked, common } = find(batch, request);
  const parts = split(fixture, asked, request.keys);
  return {
    ...common,
    multiproof: naiveMultiproof(
      statLeaves(asked),
      parts.filter(({ place }) => place >= 0).map(({ place }) => place),
    ),
    statsToProve: parts.map(({ place, stat, path }) => ({ stat, statProof: place >= 0 ? [] : path })),
  };
}

/** The payload of a version 4 answer. The caller signs it. */
export function naivePayloadV4(batch: readonly NaiveFixture[], request: NaiveRequest) {
  const { ts: _, multiproof, statsToProve, subTreeProof, ...common } = naiveAnswerV3(batch, request);
  return {
    ...common,
    ts: common.summary.updateStats.minTimestamp,
    fixtureProof: subTreeProof,
    leaves: statsToProve,
    multiproofHashes: multiproof.hashes,
    leafIndices: multiproof.indices,
  };
}
