import { Point } from '@noble/ed25519';
import { describe, expect, test } from 'vitest';
import { naiveMultiproof, sha256 } from '../../../tests/helpers/naiveOracle.js';
import {
  accountWith,
  FINAL,
  FIXTURES,
  FIXTURES_ACCOUNT,
  MAIN_ROOT,
  ODDS,
  ODDS_ACCOUNT,
  ORACLE_KEY,
  proofOf,
  SCORES_ACCOUNT,
  signDigest,
  signDigestWith,
  signedAgain,
  TS,
} from '../../../tests/helpers/sampleSlot.js';
import { outcome, thrown } from '../../../tests/helpers/thrown.js';
import { type Hash, hashOf, ZERO_HASH } from '../format/hash.js';
import { type Odds, oddsLeafBytes, oddsLeafHash } from '../format/odds.js';
import { oddsSummaryLeafHash } from '../format/oddsBatchSummary.js';
import { signedOddsDigest } from '../format/oddsValidationInput.js';
import type { ProofNode } from '../format/proofNode.js';
import { statLeafHash } from '../format/scoreStat.js';
import { type ScoresBatchSummary, scoresSummaryLeafHash } from '../format/scoresBatchSummary.js';
import type { Milliseconds } from '../format/slotTime.js';
import { type StatLeaf, signedDigest } from '../format/statValidationInput.js';
import { fold, leafIndexOf, pathOf } from '../merkle/path.js';
import { buildTree } from '../merkle/tree.js';
import { parseProof } from './parse.js';
import { multiproofPayload, oddsPayload } from './payload.js';
import type { FixtureBatchProof, FixtureProof, OddsProof, StatProof, StatProofV3, StatProofV4 } from './proof.js';
import { validateStat, validateStatV1 } from './validate.js';
import { verifyFixture } from './verifyFixture.js';
import { verifyFixtureBatch } from './verifyFixtureBatch.js';
import { verifyOdds } from './verifyOdds.js';
import { verifyStat } from './verifyStat.js';

/** The rules of strict verification in order. Each test fails if its rule is removed. */

const soccer = { sport: 'soccer' } as const;
const other = hashOf(sha256(Buffer.from('something else')));
const node = (isRightSibling: boolean, hash: Hash = other): ProofNode => ({ hash, isRightSibling });
const stat = (proof: StatProof, options: object = {}) => outcome(() => verifyStat(proof, { ...soccer, ...options }));
const odds = parseProof(ODDS.answer) as OddsProof;
const fixture = parseProof(FIXTURES.fixture) as FixtureProof;
const batch = parseProof(FIXTURES.batch) as FixtureBatchProof;
const onOdds = (edit: Partial<OddsProof>, options: object = {}) =>
  outcome(() => verifyOdds({ ...odds, ...edit }, options));
const onFixture = (edit: Partial<FixtureProof>) => outcome(() => verifyFixture({ ...fixture, ...edit }));
const onBatch = (edit: Partial<FixtureBatchProof['metadata']>, path = batch.mainTreeProof) =>
  outcome(() => verifyFixtureBatch({ ...batch, metadata: { ...batch.metadata, ...edit }, mainTreeProof: path }));

/** A proof with an edited summary. Without a roots account, only the rule under test can refuse it. */
function withSummary<P extends StatProof>(proof: P, edit: Partial<ScoresBatchSummary>): P {
  const summary = { ...proof.summary, ...edit };
  return { ...proof, ts: summary.updateStats.minTimestamp, summary };
}

/** A proof in a fixture sub-tree of the given leaves. */
function inSubTree<P extends StatProof>(proof: P, leaves: Hash[], index: number, updateCount: number): P {
  const tree = buildTree(leaves);
  const updateStats = { ...proof.summary.updateStats, updateCount };
  return withSummary({ ...proof, fixtureProof: pathOf(tree, index) }, { updateStats, eventsSubTreeRoot: tree.root });
}

/** One leaf of the proof edited. */
function withLeaf<P extends StatProof>(proof: P, place: number, edit: (leaf: StatLeaf) => StatLeaf): P {
  return { ...proof, leaves: proof.leaves.map((leaf, i) => (i === place ? edit(leaf) : leaf)) };
}

test('accepts the unchanged sample proofs', () => {
  for (const version of [1, 2, 3, 4] as const) {
    expect(stat(proofOf(version), { rootsAccount: SCORES_ACCOUNT, oracleKeys: [ORACLE_KEY] })).toBe(true);
  }
  expect(onOdds({}, { rootsAccount: ODDS_ACCOUNT })).toBe(true);
  expect(outcome(() => verifyFixture(fixture, { rootsAccount: FIXTURES_ACCOUNT }))).toBe(true);
  expect(outcome(() => verifyFixtureBatch(batch, { rootsAccount: FIXTURES_ACCOUNT, index: 80 }))).toBe(true);
});

describe('1. levels are fixed', () => {
  const proof = proofOf(2, { ...FINAL, keys: [1] });
  const [leaf = proof.leaves[0] as StatLeaf] = proof.leaves;

  test('the cut between stat tree and fixture sub-tree cannot move', () => {
    const lower = { ...leaf, statProof: leaf.statProof.slice(0, -1) };
    const eventStatRoot = fold(statLeafHash(leaf.stat), lower.statProof);
    const fixtureProof = [...leaf.statProof.slice(-1), ...proof.fixtureProof];
    expect(stat({ ...proof, leaves: [lower], eventStatRoot, fixtureProof })).toBe(6022);

    const [first = node(false), ...rest] = proof.fixtureProof;
    const higher = { ...leaf, statProof: [...leaf.statProof, first] };
    const root = fold(proof.eventStatRoot, [first]);
    expect(stat({ ...proof, leaves: [higher], eventStatRoot: root, fixtureProof: rest })).toBe(6022);
  });

  test('the event stat root is the right one of a pair: an odd leaf', () => {
    const swapped = inSubTree(proof, [proof.eventStatRoot, other], 0, 1);
    expect(fold(proof.eventStatRoot, swapped.fixtureProof)).toEqual(swapped.summary.eventsSubTreeRoot);
    expect(stat(swapped)).toBe(6022);
    expect(stat(inSubTree(proof, [other, proof.eventStatRoot], 1, 1))).toBe(true);
  });

  test('the leaf is one of the two for each update, not the duplicate of an odd layer', () => {
    const duplicate = proof.fixtureProof.map((step, level) =>
      level === 1 ? { ...step, isRightSibling: false } : step,
    );
    expect(leafIndexOf(proof.fixtureProof)).toBe(5);
    expect(leafIndexOf(duplicate)).toBe(7);
    expect(fold(proof.eventStatRoot, duplicate)).toEqual(proof.summary.eventsSubTreeRoot);
    expect(stat({ ...proof, fixtureProof: duplicate })).toBe(6022);
  });

  test('the update count decides the length of a fixture path', () => {
    const leaves = [other, proof.eventStatRoot, other, other];
    expect(stat(inSubTree(proof, leaves, 1, 2))).toBe(true);
    expect(stat(inSubTree(proof, leaves, 1, 1))).toBe(6022);
    expect(stat(inSubTree(proof, leaves, 1, 3))).toBe(6022);
  });

  test('a summary is never alone in a main tree', () => {
    const rootsAccount = accountWith('scores', 20_833, 96, scoresSummaryLeafHash(proof.summary));
    expect(stat({ ...proof, mainTreeProof: [] }, { rootsAccount })).toBe(6004);
    expect(stat({ ...proof, mainTreeProof: [] })).toBe(6004);
    expect(onOdds({ mainTreeProof: [] })).toBe(6004);
    expect(onFixture({ mainTreeProof: [] })).toBe(6004);
  });

  test('the count decides the length of an odds path, which leads from one of the records', () => {
    const { summary } = odds;
    const counted = (updateCount: number) =>
      onOdds({ summary: { ...summary, updateStats: { ...summary.updateStats, updateCount } } });
    expect([2, 3, 4, 5].map(counted)).toEqual([6003, true, true, 6003]);
    const [first = node(true), ...rest] = odds.subTreeProof;
    expect(leafIndexOf(odds.subTreeProof)).toBe(2);
    expect(onOdds({ subTreeProof: [{ ...first, isRightSibling: false }, ...rest] })).toBe(6003);
  });

  test('so does a fixture path', () => {
    const { summary } = fixture;
    const counted = (updateCount: number) =>
      onFixture({ summary: { ...summary, updateStats: { ...summary.updateStats, updateCount } } });
    expect([1, 2, 3].map(counted)).toEqual([6003, true, 6003]);
    expect(onFixture({ subTreeProof: [] })).toBe(6003);
  });

  test('the metadata is leaf 0 of a tree of as many fixtures as it counts', () => {
    expect(onBatch({ numUniqueFixtures: 4 })).toBe(6004);
    expect(onBatch({ numUniqueFixtures: 2 })).toBe(true);
    expect(onBatch({ numUniqueFixtures: 1 })).toBe(6004);
    const [first = node(true), ...rest] = batch.mainTreeProof;
    expect(onBatch({}, [{ ...first, isRightSibling: false }, ...rest])).toBe(6004);
  });
});

describe('2. a multiproof is consumed exactly', () => {
  const proof = proofOf(3);

  test('one index for each present leaf', () => {
    expect(stat({ ...proof, leafIndices: proof.leafIndices.slice(1) })).toBe(6075);
    expect(stat({ ...proof, leafIndices: [...proof.leafIndices, 21] })).toBe(6075);
    expect(stat({ ...proof, leafIndices: [] })).toBe(6075);
  });

  test('indices are distinct and of one depth', () => {
    const [a = 0, b = 0, c = 0] = proof.leafIndices;
    for (const leafIndices of [
      [a, a, c],
      [a, b, Math.floor(b / 2)],
      [a, b, 2 * c],
      [0, b, c],
    ]) {
      expect(stat({ ...proof, leafIndices }), `${leafIndices}`).toBe(6076);
    }
    expect(stat({ ...proof, leafIndices: [b, a, c] })).toBe(6023);
  });

  test('every hash is used once, and none is missing', () => {
    const { multiproofHashes: hashes } = proof;
    expect(stat({ ...proof, multiproofHashes: hashes.slice(0, -1) })).toBe(6077);
    expect(stat({ ...proof, multiproofHashes: [...hashes, node(true)] })).toBe(6078);
    expect(stat({ ...proof, multiproofHashes: hashes.map((step) => ({ ...step, isRightSibling: false })) })).toBe(6078);
    expect(stat({ ...proof, multiproofHashes: [...hashes].reverse() })).toBe(6023);
  });

  test('zero stats alone need neither hashes nor indices', () => {
    const zeros = proofOf(3, { ...FINAL, keys: [2, 4] });
    expect(stat(zeros)).toBe(true);
    expect(stat({ ...zeros, multiproofHashes: [node(true)] })).toBe(6078);
    expect(stat({ ...zeros, leafIndices: [1] })).toBe(6075);
  });

  test('the duplicate of an odd last leaf does not count twice', () => {
    const leaves = [1, 7, 8].map((key, i) => statLeafHash({ ...stats[i % 3], key } as never));
    const naive = naiveMultiproof(leaves, [2]);
    expect(naive.indices).toEqual([6]);
    const only = { ...(proof.leaves[0] as StatLeaf), stat: { ...stats[2], key: 8 } as never };
    const eventStatRoot = buildTree(leaves).root;
    const made = (edit: Partial<StatProofV3>): StatProofV3 => {
      const base = {
        ...proof,
        eventStatRoot,
        leaves: [only],
        multiproofHashes: hashesOf(naive.hashes),
        leafIndices: [6],
      };
      return inSubTree({ ...base, ...edit }, [other, eventStatRoot], 1, 1);
    };
    expect(stat(made({}))).toBe(true);
    expect(
      stat(made({ leaves: [only, only], leafIndices: [6, 7], multiproofHashes: hashesOf(naive.hashes.slice(1)) })),
    ).toBe(6076);
  });

  const stats = [1, 2, 3].map((value) => ({ value, period: 100 }));
  const hashesOf = (nodes: { hash: number[]; isRightSibling: boolean }[]): ProofNode[] =>
    nodes.map((step) => ({ ...step, hash: hashOf(Uint8Array.from(step.hash)) }));
});

describe.each([2, 3] as const)('3. zero stats, in version %i', (version) => {
  const proof = proofOf(version, { ...FINAL, keys: [2] });
  const path = proof.leaves[0]?.statProof ?? [];
  const [marker = node(false), map = node(false)] = path;
  const withPath = (statProof: ProofNode[], key?: number) =>
    withLeaf(proof, 0, (leaf) => ({ stat: key ? ({ ...leaf.stat, key } as StatLeaf['stat']) : leaf.stat, statProof }));
  const marked = (byte: number): ProofNode => ({
    ...marker,
    hash: hashOf(Uint8Array.from([byte, ...marker.hash.subarray(1)])),
  });

  test('exactly two nodes, both on the left', () => {
    expect(stat(proof)).toBe(true);
    expect(stat(withPath([marker]))).toBe(6023);
    expect(stat(withPath([marker, map, node(false)]))).toBe(6023);
    expect(stat(withPath([{ ...marker, isRightSibling: true }, map]))).toBe(6023);
    expect(stat(withPath([marker, { ...map, isRightSibling: true }]))).toBe(6023);
  });

  test('bytes 1 to 31 of the marker are 0xff', () => {
    for (const i of [1, 16, 31]) {
      const bytes = marker.hash.slice();
      bytes[i] = 0xfe;
      expect(stat(withPath([{ ...marker, hash: hashOf(bytes) }, map]))).toBe(6023);
    }
  });

  test('the layout is the trusted sport’s, not the proof’s', () => {
    expect(stat(proof, { sport: 'basketball' })).toBe(6073);
    // In basketball, key 9 has bit 8, which this soccer map uses for key 1001.
    expect(stat(withPath([marked(2), map], 14))).toBe(6073);
    expect(stat(withPath([marked(2), map], 14), { sport: 'basketball' })).toBe(true);
    for (const byte of [0, 3, 255]) expect(stat(withPath([marked(byte), map]))).toBe(6073);
  });

  test('without a trusted sport there is one layout in a call', () => {
    const two = proofOf(version, { ...FINAL, keys: [2, 4] });
    const validate = (of: typeof two) =>
      outcome(() =>
        validateStat(
          of,
          { geometricTargets: [], distancePredicate: null, discretePredicates: [single(0), single(1)] },
          SCORES_ACCOUNT,
          'any-one',
        ),
      );
    expect(validate(two)).toBe(true);
    expect(
      validate(withLeaf(two, 1, (leaf) => ({ stat: { ...leaf.stat, key: 14 as never }, statProof: [marked(2), map] }))),
    ).toBe(6073);
  });

  test('the value is 0', () => {
    expect(stat(withLeaf(proof, 0, (leaf) => ({ ...leaf, stat: { ...leaf.stat, value: 1 } })))).toBe(6023);
  });

  test('the map is the one of this update', () => {
    const bytes = map.hash.slice();
    bytes[0] = 0xff;
    expect(stat(withPath([marker, { ...map, hash: hashOf(bytes) }], 1))).toBe(6023);
    const earlier = proofOf(version, { ...FINAL, record: 0, keys: [3] });
    expect(stat(earlier)).toBe(true);
    expect(stat(withPath([...(earlier.leaves[0]?.statProof ?? [])], 3))).toBe(6023);
  });

  test('the key has a bit, and it is 1', () => {
    expect(stat(withPath([marker, map], 9))).toBe(6073);
    expect(stat(withPath([marker, map], 8001))).toBe(6073);
    expect(stat(withPath([marker, map], 1))).toBe(6074);
  });

  test('an update without stats proves nothing, and the hint says so', () => {
    const refused = (of: StatProof) => thrown(() => verifyStat(of, soccer));
    expect(refused(withPath([marker, map], 1)).hint).toContain('Request a proof of the stat itself');
    const none = { ...map, hash: ZERO_HASH };
    const empty = inSubTree({ ...proof, eventStatRoot: ZERO_HASH }, [hashOf(sha256(none.hash)), ZERO_HASH], 1, 1);
    const error = refused(withLeaf(empty, 0, (leaf) => ({ ...leaf, statProof: [marker, none] })));
    expect([error.number, error.message]).toEqual([
      6074,
      'The score record has no stats at all: stat 2 is missing from it, not zero.',
    ]);
    expect(error.hint).toContain('this one proves nothing');
  });

  test('an empty fixture proof binds no zero map', () => {
    expect(stat({ ...proof, fixtureProof: [] })).toBe(6022);
    // Version 1 checks its stats before the fixture proof.
    const first = { ...proofOf(1, { ...FINAL, keys: [2] }), fixtureProof: [] };
    const claim = { predicate: zero, op: null };
    expect(outcome(() => validateStatV1(first, claim, SCORES_ACCOUNT, 'soccer'))).toBe(6023);
  });
});

const zero = { threshold: 0, comparison: { equalTo: {} } };
const single = (index: number) => ({ single: { index, predicate: zero } });

describe('4. facts are typed, and finality is read from present leaves only', () => {
  const verified = (proof: StatProof, keys?: Uint8Array[]) =>
    verifyStat(proof, { ...soccer, ...(keys && { oracleKeys: keys }) });

  test('an absent stat has no period, whatever its leaf says', () => {
    for (const version of [1, 2, 3, 4] as const) {
      const { facts, final } = verified(proofOf(version, { ...FINAL, keys: [2] }));
      expect(facts).toEqual([{ kind: 'absent', key: 2, value: 0 }]);
      expect(final).toBe(false);
    }
  });

  test('one present leaf of period 100 makes a proof final', () => {
    expect(verified(proofOf(2, { ...FINAL, keys: [2, 1] })).final).toBe(true);
    expect(verified(proofOf(2, { ...FINAL, record: 0, keys: [2, 1] })).final).toBe(false);
    expect(verified(proofOf(2, { ...FINAL, record: 1, keys: [1] })).facts).toEqual([
      { kind: 'present', key: 1, value: 2, period: 0 },
    ]);
  });

  test('a payload whose signature was checked is final when all its periods are 100', () => {
    const zeros = proofOf(4, { ...FINAL, keys: [2, 4] });
    expect(verified(zeros).final).toBe(false);
    expect(verified(zeros, [ORACLE_KEY])).toMatchObject({ final: true, signed: true });
    const mixed = withLeaf(zeros, 1, (leaf) => ({ ...leaf, stat: { ...leaf.stat, period: 4 } }));
    const signed = signedAgain(mixed, signedDigest(multiproofPayload(mixed)));
    expect(verified(signed, [ORACLE_KEY])).toMatchObject({ final: false, signed: true });
  });
});

describe('5. stat keys', () => {
  test('are distinct in multiproofs, and may repeat in single paths', () => {
    const twice = { ...FINAL, keys: [1, 1] };
    expect(stat(proofOf(2, twice))).toBe(true);
    const { leaves, leafIndices, ...rest } = proofOf(3, { ...FINAL, keys: [2, 1] });
    const [absent, present] = leaves as [StatLeaf, StatLeaf];
    expect(stat({ ...rest, leafIndices, leaves: [absent, absent, present] })).toBe(6076);
    expect(stat({ ...rest, leafIndices: [...leafIndices, 17], leaves: [present, absent, present] })).toBe(6076);
  });

  test('a leaf of a multiproof with a path is a zero proof', () => {
    const single = proofOf(2, { ...FINAL, keys: [1] }).leaves[0] as StatLeaf;
    const proof = { ...proofOf(3, { ...FINAL, keys: [1] }), leaves: [single], leafIndices: [], multiproofHashes: [] };
    expect(stat(proof)).toBe(6023);
  });
});

describe('6. times', () => {
  const proof = proofOf(2);
  const at = (minTimestamp: number, maxTimestamp: number, updateCount = 3) =>
    stat(
      withSummary(proof, {
        updateStats: { updateCount, minTimestamp, maxTimestamp } as ScoresBatchSummary['updateStats'],
      }),
    );

  test('the time argument is the minimum of the summary; the record’s own time only informs', () => {
    expect(proof.ts).toBe(TS);
    expect(proof.recordTs).toBe(TS + 60_000);
    for (const ts of [TS + 1, TS - 1, TS + 60_000]) expect(stat({ ...proof, ts: ts as Milliseconds })).toBe(6010);
    const signed = proofOf(4);
    expect(stat({ ...signed, ts: (TS + 1) as Milliseconds })).toBe(6010);
  });

  test('negative times and days beyond 16 bits come before everything that is derived from them', () => {
    expect(at(-1, TS)).toBe(6027);
    expect(at(65_536 * 86_400_000, 65_536 * 86_400_000)).toBe(6027);
    expect(at(TS, 65_536 * 86_400_000)).toBe(6027);
  });

  test('minimum and maximum are in order and in one slot', () => {
    expect(at(TS, TS - 1)).toBe(6005);
    expect(at(1_800_000_299_999, 1_800_000_300_000)).toBe(6005);
    expect(at(TS, TS + 86_400_000)).toBe(6005);
  });

  test('a count below 1 is refused', () => {
    expect(at(TS, TS, 0)).toBe(6100);
    expect(at(TS, TS, -1)).toBe(6100);
    const counted = { ...odds.summary.updateStats, updateCount: 0 };
    expect(onOdds({ summary: { ...odds.summary, updateStats: counted } })).toBe(6100);
    expect(
      onFixture({ summary: { ...fixture.summary, updateStats: { ...fixture.summary.updateStats, updateCount: 0 } } }),
    ).toBe(6100);
    expect(onBatch({ totalUpdateCount: 0 })).toBe(6100);
    expect(onBatch({ numUniqueFixtures: 0 })).toBe(6100);
    expect(onBatch({ numUniqueFixtures: -1 })).toBe(6100);
  });

  test('odds: the time is the record’s, inside the summary’s', () => {
    expect(onOdds({ ts: (odds.ts + 1) as Milliseconds })).toBe(6010);
    const times = (minTimestamp: number, maxTimestamp: number) =>
      onOdds({ summary: { ...odds.summary, updateStats: { updateCount: 3, minTimestamp, maxTimestamp } as never } });
    expect(times(odds.ts + 1, odds.ts + 2)).toBe(6005);
    expect(times(odds.ts - 2, odds.ts - 1)).toBe(6005);
    const early = { ...odds.odds, ts: -1 as Milliseconds };
    expect(onOdds({ ts: early.ts, odds: early })).toBe(6027);
  });

  test('fixtures: the time is the snapshot’s or the start of the batch', () => {
    const late = (ts: number) => onFixture({ snapshot: { ...fixture.snapshot, ts: ts as Milliseconds } });
    expect(late(TS + 1)).toBe(6005);
    expect(late(TS - 1001)).toBe(6005);
    expect(late(-1)).toBe(6027);
    expect(onBatch({ overallBatchStartTs: (TS + 1) as Milliseconds })).toBe(6005);
    expect(onBatch({ overallBatchStartTs: -1 as Milliseconds })).toBe(6027);
    expect(outcome(() => verifyFixtureBatch(batch, { index: 79 }))).toBe(6010);
  });
});

describe('7. the roots account', () => {
  const cut = (account: Uint8Array, size: number) => account.slice(0, size);
  const longer = (account: Uint8Array, more: number) => new Uint8Array([...account, ...new Uint8Array(more)]);
  const written = (account: Uint8Array, at: number, ...bytes: number[]) => {
    const copy = account.slice();
    copy.set(bytes, at);
    return copy;
  };

  test('scores and odds: length, discriminator, day, root', () => {
    const scores = (rootsAccount: Uint8Array) => stat(proofOf(3), { rootsAccount });
    expect(scores(cut(SCORES_ACCOUNT, 9231))).toBe(6011);
    expect(scores(new Uint8Array(0))).toBe(6011);
    for (const more of [1, 32]) {
      expect(scores(longer(SCORES_ACCOUNT, more))).toBe(6011);
      expect(onOdds({}, { rootsAccount: longer(ODDS_ACCOUNT, more) })).toBe(6011);
    }
    expect(scores(ODDS_ACCOUNT)).toBe(6008);
    expect(scores(written(SCORES_ACCOUNT, 7, 0))).toBe(6008);
    expect(scores(accountWith('scores', 20_834, 96, MAIN_ROOT))).toBe(2006);
    expect(scores(accountWith('scores', 20_833, 97, MAIN_ROOT))).toBe(6007);
    expect(scores(accountWith('scores', 20_833, 96, other))).toBe(6004);
    expect(onOdds({}, { rootsAccount: cut(ODDS_ACCOUNT, 9231) })).toBe(6011);
    expect(onOdds({}, { rootsAccount: SCORES_ACCOUNT })).toBe(6008);
    expect(onOdds({}, { rootsAccount: accountWith('odds', 20_832, 96, ODDS.root) })).toBe(2006);
    expect(onOdds({}, { rootsAccount: accountWith('odds', 20_833, 95, ODDS.root) })).toBe(6007);
    expect(onOdds({}, { rootsAccount: accountWith('odds', 20_833, 96, other) })).toBe(6004);
  });

  test('the first failure is reported', () => {
    const wrong = cut(accountWith('odds', 1, 1, other), 9231);
    expect(stat(proofOf(3), { rootsAccount: wrong })).toBe(6011);
    expect(stat(proofOf(3), { rootsAccount: accountWith('odds', 1, 1, other) })).toBe(6008);
    expect(stat({ ...proofOf(3), fixtureProof: [] }, { rootsAccount: accountWith('scores', 1, 1, other) })).toBe(2006);
  });

  test('fixtures: the same, and each instruction its own number for another window', () => {
    const one = (rootsAccount: Uint8Array) => outcome(() => verifyFixture(fixture, { rootsAccount }));
    const all = (rootsAccount: Uint8Array) => outcome(() => verifyFixtureBatch(batch, { rootsAccount }));
    const { root } = FIXTURES;
    expect([one, all].map((run) => run(cut(FIXTURES_ACCOUNT, 7695)))).toEqual([6044, 6044]);
    for (const more of [1, 32])
      expect([one, all].map((run) => run(longer(FIXTURES_ACCOUNT, more)))).toEqual([6044, 6044]);
    // A fixtures account with the length of a daily one is invalid as either.
    expect([one, all].map((run) => run(SCORES_ACCOUNT))).toEqual([6044, 6044]);
    expect([one, all].map((run) => run(cut(SCORES_ACCOUNT, 7696)))).toEqual([6008, 6008]);
    expect([one, all].map((run) => run(accountWith('fixtures', 20_820, 80, root)))).toEqual([6005, 2006]);
    expect([one, all].map((run) => run(accountWith('fixtures', 20_830, 81, root)))).toEqual([6007, 6007]);
    expect([one, all].map((run) => run(accountWith('fixtures', 20_830, 80, other)))).toEqual([6004, 6004]);
  });
});

describe('8. identity', () => {
  /** An odds proof whose trees are built around an edited record. */
  const committed = (edit: Partial<Odds>): OddsProof => {
    const record = { ...odds.odds, ...edit };
    const updateStats = { ...odds.summary.updateStats, updateCount: 1 };
    return {
      ...odds,
      odds: record,
      subTreeProof: [],
      summary: { ...odds.summary, updateStats, oddsSubTreeRoot: oddsLeafHash(record) },
    };
  };

  test('the record is of the summary’s fixture, and has a name for each price', () => {
    const run = (edit: Partial<Odds>) => outcome(() => verifyOdds(committed(edit)));
    expect(run({})).toBe(true);
    expect(run({ fixtureId: 9_000_002 })).toBe(6048);
    expect(run({ prices: [1900] })).toBe(6001);
    expect(run({ priceNames: [] })).toBe(6001);
    expect(run({ priceNames: [], prices: [] })).toBe(true);
  });

  test('a fixture record matches its summary in the low 48 bits of the id and in the competition', () => {
    const snapshot = (edit: object) => onFixture({ snapshot: { ...fixture.snapshot, ...edit } });
    const summary = (edit: object) => onFixture({ summary: { ...fixture.summary, ...edit } });
    expect(snapshot({ fixtureId: fixture.snapshot.fixtureId + 1 })).toBe(6048);
    expect(snapshot({ competitionId: 8 })).toBe(6048);
    expect(snapshot({ competition: 'Sample cup' })).toBe(6048);
    expect(summary({ fixtureId: 9_000_002 })).toBe(6048);
    expect(snapshot({ fixtureId: 9_000_001 })).toBe(6003);
  });

  test('a summary is of the fixture that its main tree says', () => {
    expect(stat(withSummary(proofOf(3), { fixtureId: 9_000_002 }), { rootsAccount: SCORES_ACCOUNT })).toBe(6004);
    expect(oddsSummaryLeafHash(odds.summary)).not.toEqual(
      oddsSummaryLeafHash({ ...odds.summary, fixtureId: 9_000_002 }),
    );
  });
});

describe('9. sizes first', () => {
  const long = Array.from({ length: 33 }, () => node(true));

  test('no path is longer than 32 nodes', () => {
    for (const version of [1, 2, 3, 4] as const) {
      const proof = proofOf(version);
      expect(stat({ ...proof, fixtureProof: long })).toBe(6062);
      expect(stat({ ...proof, mainTreeProof: long })).toBe(6062);
      expect(stat(withLeaf(proof, 1, (leaf) => ({ ...leaf, statProof: long })))).toBe(6062);
    }
    expect(stat({ ...proofOf(3), multiproofHashes: long })).toBe(6062);
    expect(onOdds({ subTreeProof: long })).toBe(6062);
    expect(onOdds({ mainTreeProof: long })).toBe(6062);
    expect(onFixture({ subTreeProof: long })).toBe(6062);
    expect(onFixture({ mainTreeProof: long })).toBe(6062);
    expect(onBatch({}, long)).toBe(6062);
  });

  test('a proof is of 1 to 5 stats, in version 1 of 1 or 2', () => {
    const { leaves, ...rest } = proofOf(2, { ...FINAL, keys: [1, 2, 3, 4, 5] });
    expect(stat({ ...rest, leaves })).toBe(true);
    expect(stat({ ...rest, leaves: [...leaves, leaves[0] as StatLeaf] })).toBe(6069);
    expect(stat({ ...rest, leaves: [] })).toBe(6069);
    expect(stat({ ...rest, version: 1, leaves: leaves.slice(0, 2) })).toBe(true);
    expect(stat({ ...rest, version: 1, leaves: leaves.slice(0, 3) })).toBe(6069);
  });

  test('a Borsh leaf of 64 bytes is refused, built or received', () => {
    const bare = {
      ...odds.odds,
      bookmaker: '',
      superOddsType: '',
      marketParameters: null,
      messageId: '',
      priceNames: [],
      prices: [],
    };
    const record = { ...bare, messageId: 'm'.repeat(64 - oddsLeafBytes(bare).length) };
    const run = (of: Odds) => {
      const leaf = hashOf(sha256(oddsLeafBytes(of)));
      const updateStats = { ...odds.summary.updateStats, updateCount: 1 };
      return onOdds({ odds: of, subTreeProof: [], summary: { ...odds.summary, updateStats, oddsSubTreeRoot: leaf } });
    };
    expect(run(record)).toBe(6102);
    expect(run({ ...record, messageId: `${record.messageId}m` })).toBe(true);
  });

  test('nothing may follow the JSON', () => {
    const text = JSON.stringify(FIXTURES.batch);
    expect(outcome(() => parseProof(text))).toBe(true);
    expect(outcome(() => parseProof(`${text}x`))).toBe(7000);
    expect(outcome(() => parseProof(`${text}{}`))).toBe(7000);
    expect(outcome(() => parseProof(text.slice(0, -1)))).toBe(7000);
  });
});

describe('10. the signature', () => {
  const proof = proofOf(4);
  const run = (of: StatProofV4, ...oracleKeys: Uint8Array[]) => stat(of, { oracleKeys });

  test('is by one of the keys, over this payload', () => {
    expect(run(proof, ORACLE_KEY)).toBe(true);
    const next = Uint8Array.from(proof.signature);
    next[0] = (next[0] ?? 0) ^ 1;
    expect(run({ ...proof, signature: next }, ORACLE_KEY)).toBe(6083);
    expect(run({ ...proof, signature: proof.signature.slice(0, 63) }, ORACLE_KEY)).toBe(6083);
    const stranger = Buffer.from('ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c', 'hex');
    expect(run(proof, stranger)).toBe(6083);
    expect(run(proof, stranger, ORACLE_KEY)).toBe(true);
    expect(run(proofOf(4, { ...FINAL, keys: [1] }), ORACLE_KEY)).toBe(true);
    expect(run({ ...proofOf(4, { ...FINAL, keys: [1] }), signature: proof.signature }, ORACLE_KEY)).toBe(6083);
  });

  test('covers the period beside a zero stat, which the hashes do not', () => {
    const edited = withLeaf(proof, 2, (leaf) => ({ ...leaf, stat: { ...leaf.stat, period: 4 } }));
    expect(stat(edited)).toBe(true);
    expect(run(edited, ORACLE_KEY)).toBe(6083);
  });

  test('has one form: the scalar is below the group order', () => {
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    const scalar = BigInt(`0x${Buffer.from(proof.signature.slice(32)).reverse().toString('hex')}`);
    const lifted = Buffer.from((scalar + order).toString(16).padStart(64, '0'), 'hex').reverse();
    expect(
      run({ ...proof, signature: Uint8Array.from([...proof.signature.slice(0, 32), ...lifted]) }, ORACLE_KEY),
    ).toBe(6083);
  });

  test('has one form: its point is canonical and of the prime-order group', () => {
    const digest = signedDigest(multiproofPayload(proof));
    const by = (R: Uint8Array, nonce: bigint) =>
      run({ ...proof, signature: signDigestWith(R, nonce, digest) }, ORACLE_KEY);
    const torsion = Point.fromHex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a');
    const point = Point.BASE.multiply(5n);
    expect(by(point.toBytes(), 5n)).toBe(true);
    // Lax rules accept each of these under this same key.
    expect(by(point.add(torsion).toBytes(), 5n)).toBe(6083);
    expect(by(Buffer.from(`01${'00'.repeat(31)}`, 'hex'), 0n)).toBe(6083);
    expect(by(Buffer.from(`ee${'ff'.repeat(30)}7f`, 'hex'), 0n)).toBe(6083);
  });

  test('odds are signed alike', () => {
    const signed: OddsProof = {
      ...odds,
      version: 4,
      signature: Uint8Array.from(signDigest(signedOddsDigest(oddsPayload(odds)))),
    };
    expect(verifyOdds(signed, { oracleKeys: [ORACLE_KEY] }).signed).toBe(true);
    expect(verifyOdds(signed).signed).toBe(null);
    expect(verifyOdds(odds, { oracleKeys: [ORACLE_KEY] }).signed).toBe(null);
    expect(onOdds({ version: 4, signature: proof.signature }, { oracleKeys: [ORACLE_KEY] })).toBe(6083);
    const { signature = new Uint8Array() } = signed;
    expect(onOdds({ signature, odds: { ...odds.odds, bookmaker: 'x' } }, { oracleKeys: [ORACLE_KEY] })).toBe(6083);
    expect(onOdds({ signature }, { oracleKeys: [] })).toBe(7009);
  });

  test('refuses keys of small order and bytes that are not a canonical point', () => {
    const small = [
      `01${'00'.repeat(31)}`,
      '00'.repeat(32),
      `${'00'.repeat(31)}80`,
      `ec${'ff'.repeat(30)}7f`,
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
      '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    ];
    const mixed = Point.fromBytes(ORACLE_KEY)
      .add(Point.fromHex(small[4] ?? ''))
      .toHex();
    const no = [mixed, `ed${'ff'.repeat(30)}7f`, `02${'00'.repeat(31)}`, 'ff'.repeat(32), 'aa'.repeat(31)];
    for (const key of [...small, ...no]) expect(run(proof, Buffer.from(key, 'hex')), key).toBe(7009);
    expect(run(proof)).toBe(7009);
    // The check is about the bytes, not about the array.
    const array = Uint8Array.from(ORACLE_KEY);
    expect(run(proof, array)).toBe(true);
    array.set(Buffer.from(mixed, 'hex'));
    expect(run(proof, array)).toBe(7009);
  });

  test('checks more keys than it caches', () => {
    const keys = Array.from({ length: 70 }, (_, i) => Point.BASE.multiply(BigInt(i + 2)).toBytes());
    for (const key of [...keys, ...keys.slice(0, 3)]) expect(run(proof, key)).toBe(6083);
    expect(run(proof, ORACLE_KEY)).toBe(true);
  });
});

describe('11. truth is not success', () => {
  const strategy = {
    geometricTargets: [],
    distancePredicate: null,
    discretePredicates: [0, 1, 2, 3].map((index) => ({
      single: { index, predicate: { threshold: 2, comparison: { lessThan: {} } } },
    })),
  };

  test('a valid proof of a false claim yields false, an invalid proof an error, and no claim no verdict', () => {
    expect(verifyStat(proofOf(3), { ...soccer, strategy }).verdict).toBe(false);
    expect(verifyStat(proofOf(3), soccer).verdict).toBe(null);
    expect(validateStat(proofOf(3), strategy, SCORES_ACCOUNT, 'soccer')).toBe(false);
    const claim = { predicate: { threshold: 2, comparison: { greaterThan: {} } }, op: { subtract: {} } };
    expect(validateStatV1(proofOf(1), claim, SCORES_ACCOUNT, 'soccer')).toBe(false);
    expect(validateStatV1(proofOf(1), { ...claim, op: { add: {} }, predicate: zero }, SCORES_ACCOUNT, 'soccer')).toBe(
      false,
    );
    expect(
      outcome(() => validateStat({ ...proofOf(3), eventStatRoot: other }, strategy, SCORES_ACCOUNT, 'soccer')),
    ).toBe(6022);
  });

  test('an invalid strategy is an error whatever the values are', () => {
    const gap = { ...strategy, discretePredicates: strategy.discretePredicates.slice(1) };
    expect(outcome(() => validateStat(proofOf(3), gap, SCORES_ACCOUNT, 'soccer'))).toBe(6071);
    expect(verifyStat(proofOf(3), { ...soccer, strategy: gap })).toMatchObject({ verdict: false, covered: false });
    expect(verifyStat(proofOf(3), { ...soccer, strategy })).toMatchObject({ covered: true });
  });
});

describe('version 1: two stats of one event', () => {
  const claim = { predicate: { threshold: 1, comparison: { greaterThan: {} } }, op: { subtract: {} } };
  const run = (proof: Parameters<typeof validateStatV1>[0], of = claim as Parameters<typeof validateStatV1>[1]) =>
    outcome(() => validateStatV1(proof, of, SCORES_ACCOUNT, 'soccer'));

  test('second stat and operation go together', () => {
    expect(run(proofOf(1))).toBe(true);
    expect(run(proofOf(1), { ...claim, op: null })).toBe(6024);
    expect(run(proofOf(1, { ...FINAL, keys: [1] }))).toBe(6024);
    expect(run(proofOf(1, { ...FINAL, keys: [1] }), { ...claim, op: null })).toBe(true);
  });

  test('the summary leads to the root of the account', () => {
    const claimed = { predicate: zero, op: { add: {} } };
    const elsewhere = accountWith('scores', 20_833, 96, other);
    expect(outcome(() => validateStatV1(proofOf(1), claimed, elsewhere, 'soccer'))).toBe(6004);
    expect(outcome(() => validateStatV1({ ...proofOf(1), mainTreeProof: [] }, claimed, SCORES_ACCOUNT, 'soccer'))).toBe(
      6004,
    );
  });

  test('the second stat is of the same event', () => {
    const proof = proofOf(1);
    expect(run({ ...proof, secondEventStatRoot: proof.eventStatRoot })).toBe(true);
    expect(run({ ...proof, secondEventStatRoot: other })).toBe(6024);
    expect(stat({ ...proof, secondEventStatRoot: other })).toBe(6024);
  });

  test('stats come before the event in the order of checks', () => {
    const broken = { ...proofOf(1), fixtureProof: [] };
    const wrong = withLeaf(broken, 0, (leaf) => ({ ...leaf, stat: { ...leaf.stat, value: 9 } }));
    expect(run(wrong)).toBe(6023);
    expect(stat(wrong)).toBe(6023);
    expect(stat({ ...wrong, version: 2 } as never)).toBe(6022);
    expect(run({ ...proofOf(1, { ...FINAL, keys: [1, 7] }), fixtureProof: [] })).toBe(6022);
  });
});
