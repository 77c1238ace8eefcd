import { getPublicKey, hashes, sign } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { expect, test } from 'vitest';
import { naiveAnswerV3, naiveMainRoot } from '../../../tests/helpers/naiveOracle.js';
import type answers from '../../../tests/vectors/known-answers.json';
import { readKnownAnswers } from '../../../tests/vectors/knownAnswersFile.js';
import { type BatchMetadata, metadataLeafHash } from '../format/batchMetadata.js';
import { hashOf } from '../format/hash.js';
import { bytesToHex, hexToBytes } from '../format/hex.js';
import type { ProofNode } from '../format/proofNode.js';
import { type ScoreStat, statLeafHash } from '../format/scoreStat.js';
import { type ScoresBatchSummary, scoresSummaryLeafHash } from '../format/scoresBatchSummary.js';
import { sha256 } from '../format/sha256.js';
import { signedDigest, statValidationInputV4Bytes } from '../format/statValidationInput.js';
import { keysOfSport, zeroMapOf } from '../format/zeroMap.js';
import { multiproofOf } from '../merkle/multiproof.js';
import { pathOf } from '../merkle/path.js';
import { buildTree } from '../merkle/tree.js';
import { parseProof } from './parse.js';
import { multiproofPayload } from './payload.js';
import type { StatProofV4 } from './proof.js';
import { verifyStat } from './verifyStat.js';

/** The worked example of the format, with every intermediate hash: reproduced from its records, byte for byte. */

const nodes = (path: readonly ProofNode[]) =>
  path.map(({ hash, isRightSibling }) => ({ hash: bytesToHex(hash), isRightSibling }));
const known: typeof answers = readKnownAnswers();
const updates = known.updates[9000001];
const carried = updates.map(({ nonZeroStats }) => {
  const values: Record<string, number> = { ...nonZeroStats };
  return keysOfSport('soccer').map((key) => [key, values[key] ?? 0] as const);
});
const stats = updates.map(({ statusId }, i) =>
  (carried[i] ?? [])
    .filter(([, value]) => value !== 0)
    .map(([key, value]): ScoreStat => ({ key, value, period: statusId })),
);
const [firstTree, statTree] = stats.map((of) => buildTree(of.map(statLeafHash)));
if (!firstTree || !statTree) throw new Error('two updates are known');
const zeroMaps = carried.map((of) => zeroMapOf('soccer', of));
const eventTree = buildTree(zeroMaps.flatMap((map, i) => [sha256(map), i === 0 ? firstTree.root : statTree.root]));
const { minTimestamp, maxTimestamp, updateCount, fixtureId } = known.summary;
const summary = {
  fixtureId,
  updateStats: { updateCount, minTimestamp, maxTimestamp },
  eventsSubTreeRoot: eventTree.root,
} as ScoresBatchSummary;
const other = {
  fixtureId: 9_000_002,
  updateStats: { updateCount: 1, minTimestamp: 1_800_000_005_000, maxTimestamp: 1_800_000_005_000 },
  eventsSubTreeRoot: buildTree([sha256(zeroMaps[0] as never), firstTree.root]).root,
} as ScoresBatchSummary;
const mainTree = buildTree([
  metadataLeafHash(known.metadata as unknown as BatchMetadata),
  scoresSummaryLeafHash(summary),
  scoresSummaryLeafHash(other),
]);

test('zero maps and stat trees', () => {
  expect(zeroMaps.map(bytesToHex)).toEqual(known.zeroMaps);
  expect([firstTree.root, statTree.root].map(bytesToHex)).toEqual(known.eventStatRoots);
  expect(stats[1]?.map((stat) => ({ ...stat, leaf: bytesToHex(statLeafHash(stat)) }))).toEqual(
    known.statLeavesOfSecondUpdate,
  );
});

test('summary, metadata, main root', () => {
  expect(bytesToHex(eventTree.root)).toBe(known.summary.eventsSubTreeRoot);
  expect(bytesToHex(scoresSummaryLeafHash(summary))).toBe(known.summary.leaf);
  expect(bytesToHex(metadataLeafHash(known.metadata as unknown as BatchMetadata))).toBe(known.metadata.leaf);
  expect(bytesToHex(mainTree.root)).toBe(known.mainRoot);
});

test('paths and multiproof', () => {
  expect(nodes(pathOf(eventTree, 3))).toEqual(known.fixtureProof);
  expect(nodes(pathOf(mainTree, 1))).toEqual(known.mainTreeProof);
  const place = (key: number) => (stats[1] ?? []).findIndex((stat) => stat.key === key);
  for (const { key, statProof } of known.singlePaths) expect(nodes(pathOf(statTree, place(key)))).toEqual(statProof);
  const { hashes: needed, leafIndices } = multiproofOf(statTree, [1, 7, 8].map(place));
  expect(nodes(needed)).toEqual(known.multiproof.hashes);
  expect(leafIndices).toEqual(known.multiproof.leafIndices);
});

const answer = {
  payload: {
    ts: minTimestamp,
    summary: {
      fixtureId,
      updateStats: { updateCount, minTimestamp, maxTimestamp },
      eventsSubTreeRoot: known.summary.eventsSubTreeRoot,
    },
    fixtureProof: known.fixtureProof,
    mainTreeProof: known.mainTreeProof,
    eventStatRoot: known.eventStatRoots[1],
    leaves: known.multiproof.leaves,
    multiproofHashes: known.multiproof.hashes,
    leafIndices: known.multiproof.leafIndices,
  },
  signature: known.v4.signature,
};

test('the signed payload', () => {
  const proof = parseProof(answer) as StatProofV4;
  expect(bytesToHex(statValidationInputV4Bytes(multiproofPayload(proof)))).toBe(known.v4.borshPayload);
  const digest = signedDigest(multiproofPayload(proof));
  expect(bytesToHex(digest)).toBe(known.v4.digest);
  hashes.sha512 = sha512;
  const seed = hexToBytes(known.v4.secretKeySeed);
  expect(bytesToHex(getPublicKey(seed))).toBe(known.v4.publicKey);
  expect(bytesToHex(sign(digest, seed))).toBe(known.v4.signature);
  const { ed25519InstructionData: data } = known.v4;
  expect(data).toBe(`01003000ffff1000ffff70002000ffff${known.v4.publicKey}${known.v4.signature}${known.v4.digest}`);
});

test('the verdict on it', () => {
  const result = verifyStat(parseProof(answer) as StatProofV4, {
    sport: 'soccer',
    oracleKeys: [hexToBytes(known.v4.publicKey)],
  });
  expect(result).toMatchObject({
    fixtureId,
    epochDay: known.epochDay,
    slot: known.slot,
    updateIndex: 1,
    signed: true,
    final: true,
    facts: [
      { kind: 'present', key: 1, value: 2, period: 100 },
      { kind: 'present', key: 7, value: 5, period: 100 },
      { kind: 'absent', key: 2, value: 0 },
      { kind: 'present', key: 8, value: 3, period: 100 },
    ],
  });
  expect(bytesToHex(result.mainRoot)).toBe(known.mainRoot);
});

test('the reference of the other tests reproduces it too', () => {
  const batch = [
    {
      fixtureId,
      records: updates.map(({ ts, statusId }, i) => ({ ts, statusId, stats: Object.fromEntries(carried[i] ?? []) })),
    },
    {
      fixtureId: 9_000_002,
      records: [{ ts: 1_800_000_005_000, statusId: 4, stats: Object.fromEntries(carried[0] ?? []) }],
    },
  ].map((fixture) => ({ ...fixture, layout: 1 as const }));
  expect(naiveMainRoot(batch).toString('hex')).toBe(known.mainRoot);
  const { multiproof } = naiveAnswerV3(batch, { fixtureId, record: 1, keys: [1, 7, 2, 8] });
  expect(multiproof.hashes.map(({ hash }) => bytesToHex(hashOf(Uint8Array.from(hash))))).toEqual(
    known.multiproof.hashes.map(({ hash }) => hash),
  );
});
