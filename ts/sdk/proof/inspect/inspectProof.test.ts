import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { accountWith, FINAL, MAIN_ROOT, proofOf, SCORES_ACCOUNT } from '../../../../tests/helpers/sampleSlot.js';
import { outcome } from '../../../../tests/helpers/thrown.js';
import type { Hash } from '../../format/hash.js';
import { bytesToHex } from '../../format/hex.js';
import type { Path } from '../../format/proofNode.js';
import { scoresSummaryLeafHash } from '../../format/scoresBatchSummary.js';
import { sha256 } from '../../format/sha256.js';
import type { Sport } from '../../format/sports/sports.js';
import { statKey } from '../../format/statKey.js';
import { hashPair } from '../../merkle/hashPair.js';
import { parseProof } from '../parse.js';
import type { FixtureBatchProof, OddsProof, Proof, StatProof } from '../proof.js';
import type { InspectedLevel, InspectedNode, Inspection, LevelName } from './inspection.js';
import { inspectProof } from './inspectProof.js';

const FOLDER = new URL('../../../../examples/proofs/', import.meta.url);
const examples = readdirSync(FOLDER).sort();
const answerIn = (file: string) => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'));
const sportOf = (file: string): Sport =>
  file === 'basketball.json' ? 'basketball' : file === 'us-football.json' ? 'us-football' : 'soccer';
const inspect = (file: string): Inspection => inspectProof(parseProof(answerIn(file)), { sport: sportOf(file) });

function level(inspection: Inspection, name: LevelName): InspectedLevel {
  const found = inspection.levels.find((one) => one.name === name);
  if (!found) throw new Error(`no level ${name}`);
  return found;
}

const nodesIn = (node: InspectedNode): InspectedNode[] => [node, ...node.children.flatMap(nodesIn)];
const leavesIn = (one: InspectedLevel): InspectedNode[] =>
  one.trees.flatMap(nodesIn).filter(({ kind }) => kind === 'leaf');
const hex = (hash: Uint8Array | null | undefined): string => (hash ? bytesToHex(hash) : 'none');

test('a batch of fixtures says where its leaf is and how long its path has to be', () => {
  const proof = parseProof(answerIn('fixture-batch.json')) as FixtureBatchProof;
  const inspected = (path: Path) => {
    const { checks } = inspectProof({ ...proof, mainTreeProof: path }, { sport: 'soccer' });
    return ['slot-depth', 'slot-place'].map((id) => checks.find((check) => check.id === id));
  };
  const path = proof.mainTreeProof;
  const leaves = proof.metadata.numUniqueFixtures + 1;
  const [depth, place] = inspected(path);
  expect(depth).toMatchObject({ state: 'holds', found: depth?.expected });
  expect(place).toMatchObject({ state: 'holds', found: 'leaf 0' });
  expect(path.length).toBe(Math.ceil(Math.log2(leaves)));
});

test('the number of a leaf is told as long as its path is hashed', () => {
  const node = { hash: sha256(new Uint8Array(0)), isRightSibling: true };
  const read = <P extends Proof>(file: string) => parseProof(answerIn(file)) as P;
  const deep = (length: number): [string, string, Proof][] => {
    const path = Array.from({ length }, () => node);
    return [
      ['fixture-leaf', 'leaf 0', { ...read<StatProof>('final-win-v4.json'), fixtureProof: path }],
      ['fixture-leaf', 'record 0', { ...read<OddsProof>('odds.json'), subTreeProof: path }],
      ['slot-place', 'leaf 0', { ...read<FixtureBatchProof>('fixture-batch.json'), mainTreeProof: path }],
    ];
  };
  const place = (id: string, proof: Proof) =>
    inspectProof(proof, { sport: 'soccer' }).checks.find((check) => check.id === id)?.found;
  for (const [id, first, proof] of deep(32)) expect(place(id, proof)).toBe(first);
  for (const length of [33, 64]) for (const [id, , proof] of deep(length)) expect(place(id, proof)).toBeNull();
});

test('beside the first summary of a main tree is the metadata, however deep the tree', () => {
  const proof = parseProof(answerIn('final-win-v4.json')) as StatProof;
  const node = { hash: sha256(new Uint8Array(0)), isRightSibling: true };
  for (const length of [1, 2, 32]) {
    const mainTreeProof = [{ ...node, isRightSibling: false }, ...Array.from({ length: length - 1 }, () => node)];
    const slot = level(inspectProof({ ...proof, mainTreeProof }, { sport: 'soccer' }), 'slot');
    expect(slot.trees.flatMap(nodesIn).map(({ text }) => text)).toContain('leaf 0, the metadata');
  }
});

describe('a valid proof', () => {
  test.each(examples)('%s: every inner node is the hash of its children, which stand on their sides', (file) => {
    const { levels, breaks } = inspect(file);
    expect(breaks).toBeNull();
    for (const node of levels.flatMap(({ trees }) => trees.flatMap(nodesIn))) {
      if (node.children.length === 0) continue;
      const [left, right] = node.children as [InspectedNode, InspectedNode];
      expect([left.side, right.side, node.children.length]).toEqual(['left', 'right', 2]);
      expect(hex(node.hash)).toBe(hex(hashPair(left.hash, right.hash)));
    }
  });

  test.each(examples)('%s: the root of each level is what the next one starts from', (file) => {
    const inspection = inspect(file);
    const { levels, kind, result } = inspection;
    const names = levels.map(({ name }) => name);
    const chain = ['account', 'slot'];
    const below = { stat: ['fixture', 'event'], odds: ['fixture'], fixture: ['fixture'], 'fixture-batch': [] }[kind];
    expect(names).toEqual([...chain, ...below]);
    for (const { name, trees, root } of levels)
      for (const { hash, kind: of } of trees)
        if (root && of !== 'zero map') expect([name, hex(hash)]).toEqual([name, hex(root)]);
    expect(hex(level(inspection, 'slot').trees[0]?.hash)).toBe(hex(result?.mainRoot));
    if (kind !== 'stat') return;
    expect(leavesIn(level(inspection, 'fixture')).map(({ hash }) => hex(hash))).toEqual([
      hex(level(inspection, 'event').root),
    ]);
    const proof = parseProof(answerIn(file)) as StatProof;
    const eventsSubTreeRoot = level(inspection, 'fixture').root as Hash;
    expect(leavesIn(level(inspection, 'slot')).map(({ hash }) => hex(hash))).toEqual([
      hex(scoresSummaryLeafHash({ ...proof.summary, eventsSubTreeRoot })),
    ]);
  });

  test('every stat is a leaf, or a bit of the zero map that is the first sibling of its update', () => {
    const inspection = inspectProof(proofOf(3, FINAL), { sport: 'soccer', rootsAccount: SCORES_ACCOUNT });
    const event = level(inspection, 'event');
    expect(leavesIn(event).map(({ text }) => text)).toEqual([
      'k1 participant 1 goals: 2, period 100 (finalised)',
      'k7 participant 1 corners: 5, period 100 (finalised)',
      'k8 participant 2 corners: 3, period 100 (finalised)',
    ]);
    const map = event.trees.find(({ kind }) => kind === 'zero map');
    expect(map?.text).toBe('k2 participant 2 goals: 0 by the zero map, bit 1 is 1');
    const zero = proofOf(3, FINAL).leaves.find(({ statProof }) => statProof.length > 0);
    expect(hex(map?.hash)).toBe(hex(sha256(zero?.statProof[1]?.hash ?? new Uint8Array())));
    const beside = level(inspection, 'fixture')
      .trees.flatMap(nodesIn)
      .find(({ kind }) => kind === 'zero map');
    expect([hex(beside?.hash), beside?.side]).toEqual([hex(map?.hash), 'left']);
    const published = level(inspection, 'account').trees[0];
    expect([published?.kind, hex(published?.hash)]).toEqual(['published', hex(level(inspection, 'slot').root)]);
  });

  test('says which leaves a sibling stands for', () => {
    const [tree] = level(inspect('odds-v4.json'), 'fixture').trees;
    if (!tree) throw new Error('no tree');
    const siblings = nodesIn(tree).filter(({ kind }) => kind === 'sibling');
    expect(siblings.map(({ text, side }) => `${side}: ${text}`).sort()).toEqual([
      'right: record 1',
      'right: records 2 to 3',
      'right: records 4 to 7',
      'right: records 8 to 15',
    ]);
  });

  test('what was not given is not asked', () => {
    const { checks } = inspect('final-win-v4.json');
    const notAsked = checks.filter(({ state }) => state === 'not asked').map(({ id }) => id);
    expect(notAsked).toEqual([
      'signature',
      'account-size',
      'account-kind',
      'account-day',
      'account-root',
      'slot-root',
      'condition',
    ]);
    expect(new Set(checks.map(({ state }) => state))).toEqual(new Set(['holds', 'not asked']));
  });
});

describe('a root that a case recorded', () => {
  const said = (inspection: Inspection): string =>
    JSON.stringify(inspection, (name, value) => (name === 'result' || name === 'hash' ? undefined : value));
  const inspected = (rootsFrom: 'chain' | 'case', account = SCORES_ACCOUNT) =>
    inspectProof(proofOf(2, FINAL), { sport: 'soccer', rootsAccount: account, rootsFrom });

  test('is never called published, or on chain; the verdict is the same', () => {
    const [ofChain, ofCase] = [inspected('chain'), inspected('case')];
    expect(said(ofChain)).toMatch(/published|on chain/);
    expect(said(ofCase)).not.toMatch(/published (root|one)|is published|on chain/);
    expect(said(ofCase)).toContain('recorded root');
    expect(ofCase.result).toEqual(ofChain.result);
    expect(ofCase.checks.map(({ id, state }) => [id, state])).toEqual(
      ofChain.checks.map(({ id, state }) => [id, state]),
    );
  });

  test('is not where it breaks, either', () => {
    const other = SCORES_ACCOUNT.map((byte, at) => (at > 9 && at < 9_200 && byte !== 0 ? byte ^ 1 : byte));
    const { breaks } = inspected('case', other);
    expect(breaks?.check).toMatchObject({ id: 'slot-root', binds: "the slot's root is the recorded one" });
  });

  test('other sources are refused', () => {
    expect(outcome(() => inspected('somebody' as 'case'))).toBe(7168);
  });
});

describe('a broken proof', () => {
  const proof = proofOf(2, FINAL);
  const breakOf = (edited: Proof) => inspectProof(edited, { sport: 'soccer', rootsAccount: SCORES_ACCOUNT }).breaks;
  const flipped = (path: Path, at: number): Path =>
    path.map((node, i) => (i === at ? { ...node, hash: node.hash.map((byte) => byte ^ 1) as Hash } : node));

  test('whose root is not published breaks where 32 zero bytes stand in its place', () => {
    const rootsAccount = accountWith('scores', 20_833, 95, MAIN_ROOT);
    const { breaks } = inspectProof(proof, { sport: 'soccer', rootsAccount });
    expect(breaks?.check).toMatchObject({ id: 'account-root', found: '32 zero bytes', expected: 'a root for slot 96' });
  });

  test.each(proof.leaves.map((leaf, i) => [leaf.stat.key, i] as const))('names the stat: k%d', (key, i) => {
    const zero = proof.leaves[i]?.statProof.length === 2 && key === 2;
    const leaves = proof.leaves.map((leaf, at) =>
      at === i ? { ...leaf, stat: { ...leaf.stat, value: leaf.stat.value + 1 } } : leaf,
    );
    expect(breakOf({ ...proof, leaves })?.check.id).toBe(`${zero ? 'zero-value' : 'stat-path'}.${i}`);
  });

  test('names the level whose path was edited, its computed root and the one required', () => {
    const { fixtureProof, mainTreeProof, summary } = proof;
    fixtureProof.slice(1).forEach((_, i) => {
      const found = breakOf({ ...proof, fixtureProof: flipped(fixtureProof, i + 1) });
      expect([found?.check.id, found?.level]).toEqual(['fixture-root', 'fixture']);
      expect(found?.check.expected).toBe(hex(summary.eventsSubTreeRoot));
    });
    mainTreeProof.forEach((_, i) => {
      expect(breakOf({ ...proof, mainTreeProof: flipped(mainTreeProof, i) })?.check.id).toBe('slot-root');
    });
    const summary2 = { ...summary, fixtureId: summary.fixtureId + 1 };
    expect(breakOf({ ...proof, summary: summary2 })?.check.id).toBe('slot-root');
  });

  test('breaks in the tree of the fixture if the leaf of its zero map was edited', () => {
    const edited = { ...proof, fixtureProof: flipped(proof.fixtureProof, 0) };
    expect(breakOf(edited)?.check.id).toBe('fixture-root');
  });

  test('has its place in the document it was parsed from', () => {
    const answer = answerIn('final-win.json');
    answer.subTreeProof[0].hash[0] ^= 1;
    const { breaks } = inspectProof(parseProof(answer), { sport: 'soccer' });
    expect([breaks?.check.id, breaks?.path]).toEqual(['fixture-root', '$.subTreeProof']);
    const stat = answerIn('final-win.json');
    stat.statsToProve[1].value += 1;
    const second = inspectProof(parseProof(stat), { sport: 'soccer' }).breaks;
    expect([second?.check.id, second?.path]).toEqual(['stat-path.1', '$.statsToProve[1]']);
  });

  test('bounds what it hashes and shows', () => {
    const long = Array.from({ length: 5_000 }, () => proof.mainTreeProof[0]).filter((node) => node !== undefined);
    const wide = Array.from({ length: 500 }, () => proof.leaves[0]).filter((leaf) => leaf !== undefined);
    for (const edited of [
      { ...proof, mainTreeProof: long, fixtureProof: long },
      { ...proof, leaves: wide },
      { ...proof, leaves: proof.leaves.map((leaf) => ({ ...leaf, statProof: long })) },
      { ...proofOf(3, FINAL), multiproofHashes: long, leafIndices: long.map((_, i) => i) },
    ]) {
      const { levels, checks, breaks } = inspectProof(edited, { sport: 'soccer' });
      expect(breaks).not.toBeNull();
      expect(levels.flatMap(({ trees }) => trees.flatMap(nodesIn)).length).toBeLessThan(400);
      expect(checks.length).toBeLessThan(60);
      for (const { found, expected, binds } of checks)
        expect(Math.max(`${found}`.length, `${expected}`.length, binds.length)).toBeLessThan(300);
    }
  });

  test('faults of the call are errors', () => {
    expect(outcome(() => inspectProof(proof, { sport: 'cricket' as never }))).toBe(7165);
    expect(outcome(() => inspectProof(proofOf(4), { sport: 'soccer', oracleKeys: [] }))).toBe(7009);
    expect(outcome(() => inspectProof({ kind: 'none' } as never, { sport: 'soccer' }))).toBe(7001);
  });
});

test('the older tree has no zero maps', () => {
  const { breaks } = inspectProof(proofOf(3, FINAL), { sport: 'soccer', format: 'all-stats' });
  expect(breaks?.level).toBe('fixture');
  const edited = proofOf(2, { ...FINAL, keys: [1] });
  const { levels, checks } = inspectProof(
    { ...edited, leaves: edited.leaves.map((leaf) => ({ ...leaf, stat: { ...leaf.stat, key: statKey(2) } })) },
    { sport: 'soccer', format: 'all-stats' },
  );
  expect(levels.flatMap(({ trees }) => trees.flatMap(nodesIn)).some(({ kind }) => kind === 'zero map')).toBe(false);
  expect(checks.some(({ id }) => id === 'fixture-side' || id.startsWith('zero'))).toBe(false);
});
