import { describe, expect, it } from 'vitest';
import type { InspectedNode, Inspection, LevelName } from '../../ts/sdk/proof/inspect/inspection.js';
import { inspectProof } from '../../ts/sdk/proof/inspect/inspectProof.js';
import type { Proof } from '../../ts/sdk/proof/proof.js';
import { readCorpus } from './corpus.js';
import { offlineProof } from './offlineProof.js';
import type { Vector } from './vector.js';

/** Where each class of faults breaks, and the checks that may name it. Written by hand from what the class edits. */
const PLACES: Readonly<Record<string, readonly [level: LevelName | readonly LevelName[], checks: RegExp]>> = {
  'account-day': ['account', /^account-day$/],
  'account-discriminator': ['account', /^account-kind$/],
  'account-length': ['account', /^account-size$/],
  'account-owner': ['account', /^account-size$/],
  combination: ['event', /^same-event$/],
  'current-tree-shortened-fault': ['event', /^stat-path\.\d$/],
  'day-too-large': [['slot', 'fixture'], /^(summary-times|record-time)$/],
  'event-root': ['fixture', /^fixture-root$/],
  'fixture-path': ['fixture', /^fixture-(depth|root|side)$/],
  'fixture-path-depth': ['fixture', /^fixture-depth$/],
  'fixture-path-first-node': ['fixture', /^fixture-side$/],
  'fixture-path-index': ['fixture', /^fixture-leaf$/],
  'forged-signature': ['signature', /^signature$/],
  'hash-flag': ['event', /^multiproof-exact$/],
  'hash-left-over': ['event', /^multiproof-exact$/],
  'hash-missing': ['event', /^multiproof-complete$/],
  identity: ['fixture', /^identity$/],
  'index-count': ['event', /^index-count$/],
  indices: ['event', /^indices$/],
  'leaf-64-bytes': ['fixture', /^record-size$/],
  'level-shift': ['fixture', /^fixture-depth$/],
  'main-path': ['slot', /^slot-(depth|place|root)$/],
  'main-path-empty': ['slot', /^slot-(path|depth)$/],
  message: ['signature', /^signature$/],
  metadata: ['slot', /^slot-root$/],
  'metadata-place': ['slot', /^slot-(depth|place)$/],
  'negative-time': [['slot', 'fixture'], /^(summary-times|record-time)$/],
  'no-stats': ['event', /^stat-count$/],
  'older-tree-fault': [['slot', 'fixture', 'event'], /^(slot-root|fixture-depth|fixture-root|stat-path\.0)$/],
  'older-tree-lengthened-fault': [
    ['slot', 'fixture', 'event', 'signature'],
    /^(slot-root|fixture-(depth|leaf|root|side)|multiproof-root|stat-path\.0|zero-map\.0|signature)$/,
  ],
  'other-root': ['slot', /^slot-root$/],
  'outside-range': ['fixture', /^in-range$/],
  overflow: ['condition', /^condition$/],
  'path-in-multiproof': ['event', /^zero-nodes\.\d$/],
  'path-too-long': [['slot', 'fixture', 'event'], /^((slot|fixture|event)-path-size|multiproof-size)$/],
  prices: ['fixture', /^prices$/],
  record: ['fixture', /^fixture-root$/],
  'repeated-key': ['event', /^distinct-keys$/],
  'root-not-published': ['account', /^account-root$/],
  signer: ['signature', /^signature$/],
  stat: ['event', /^(multiproof-root|stat-path\.\d)$/],
  'strategy-distance': ['condition', /^condition$/],
  'strategy-index': ['condition', /^condition$/],
  'sub-tree-depth': ['fixture', /^fixture-depth$/],
  'sub-tree-index': ['fixture', /^fixture-leaf$/],
  'sub-tree-path': ['fixture', /^fixture-(depth|root)$/],
  summary: [['slot', 'fixture'], /^(slot|fixture)-root$/],
  'times-reversed': ['slot', /^(one-slot|times)$/],
  timestamp: [['slot', 'fixture'], /^time$/],
  'too-many-stats': ['event', /^stat-count$/],
  'two-slots': ['slot', /^one-slot$/],
  'update-count': ['slot', /^(update-count|counts)$/],
  'zero-bit': ['event', /^zero-bit\.\d$/],
  'zero-key': ['event', /^zero-key\.\d$/],
  'zero-layout': ['event', /^zero-layout\.\d$/],
  'zero-map': ['event', /^zero-map\.\d$/],
  // Without a marker, a single path is that of a present stat.
  'zero-marker': ['event', /^(zero-nodes|stat-path)\.\d$/],
  'zero-nodes': ['event', /^(zero-nodes|stat-path)\.\d$/],
  'zero-value': ['event', /^zero-value\.\d$/],
};

/** The level of each error, for the class `precedence`. This class combines faults of several classes. */
const LEVELS: Readonly<Record<number, readonly LevelName[]>> = {
  2006: ['account'],
  6001: ['fixture'],
  6003: ['fixture'],
  6004: ['slot'],
  6005: ['slot', 'fixture', 'account'],
  6007: ['account'],
  6008: ['account'],
  6010: ['slot', 'fixture'],
  6011: ['account'],
  6022: ['fixture'],
  6023: ['event'],
  6024: ['event'],
  6027: ['slot', 'fixture'],
  6044: ['account'],
  6048: ['fixture'],
  6062: ['slot', 'fixture'],
  6069: ['event'],
  6074: ['event'],
  6075: ['event'],
  6076: ['event'],
  6077: ['event'],
  6100: ['slot'],
  6102: ['fixture'],
};

/**
 * What `verify` is not asked, and so does not refuse: whether a condition of version 1 has an operation, whether a
 * strategy uses every stat once, the index argument of a batch, any one sport instead of a trusted one. Nor does it
 * evaluate a condition of version 1 before the fixture's path, as the program does.
 */
function isAskedElsewhere({ name, class: of, instruction, sport, strategy, proof }: Vector): boolean {
  if (name.startsWith('v1-precedence-sum-')) return true;
  if (of === 'strategy-twice' || of === 'strategy-uncovered') return true;
  if (instruction === 'validate_fixture_batch') return of === 'timestamp' || of === 'precedence';
  if (instruction === 'validate_stat') return (strategy?.op === null) !== (proof?.statB === null);
  return sport === null && of === 'valid';
}

/** Integers beyond 2^53 have no typed proof. */
const typed = readCorpus().flatMap((vector) => {
  const { typescript } = vector.expect;
  if ('skip' in typescript && /2\^53/.test(typescript.skip)) return [];
  const asked = offlineProof(vector);
  if (!asked) return [];
  // Only in the tests, so that one that throws fails by its name.
  const one = {
    vector,
    get inspection() {
      return inspectProof(asked.proof, asked.options);
    },
  };
  return [one];
});
const broken = typed.filter(({ vector }) => 'error' in vector.expect.typescript && !isAskedElsewhere(vector));
const valid = typed.filter(({ vector }) => 'verdict' in vector.expect.typescript && !isAskedElsewhere(vector));

const isHash = (text: string | null): boolean => text !== null && /^[0-9a-f]{64}$/.test(text);

function nodesOf({ levels }: Inspection): InspectedNode[] {
  const below = (node: InspectedNode): InspectedNode[] => [node, ...node.children.flatMap(below)];
  return levels.flatMap(({ trees }) => trees.flatMap(below));
}

describe('inspectProof on the corpus', () => {
  it('covers every class of faults in proofs', () => {
    const classes = new Set(broken.map(({ vector }) => vector.class));
    classes.delete('precedence');
    expect([...classes].sort()).toEqual(Object.keys(PLACES).sort());
    expect(broken.length).toBeGreaterThan(600);
    expect(valid.length).toBeGreaterThan(400);
  });

  it.each(broken.map((one) => [one.vector.name, one] as const))('%s', (_, { vector, inspection }) => {
    const { breaks, result, checks } = inspection;
    expect(result).toBeNull();
    expect({ error: breaks?.error.number }).toEqual(vector.expect.typescript);
    if (!breaks) throw new Error('no break');
    if (vector.class === 'precedence') expect(LEVELS[breaks.error.number]).toContain(breaks.level);
    else {
      const [level, check] = PLACES[vector.class] ?? ['account', /^$/];
      expect([level].flat()).toContain(breaks.level);
      expect(breaks.check.id).toMatch(check);
    }
    expect(breaks.check).toMatchObject({ state: 'broken', error: breaks.error.number, errorName: breaks.error.name });
    expect(checks.filter(({ state }) => state === 'broken')).toEqual([breaks.check]);
  });

  it('says of a broken check what was found and what was expected', () => {
    for (const { vector, inspection } of broken) {
      const { check } = inspection.breaks ?? {};
      if (!check || check.level === 'condition') continue;
      expect([check.found, check.expected], vector.name).not.toContain(null);
    }
  });

  it('compares hashes as the verifier does, in its order', () => {
    const compared = new Set<string>();
    for (const { vector, inspection } of typed)
      for (const { id, state, found, expected } of inspection.checks) {
        if (!isHash(found) || !isHash(expected)) continue;
        if (state === 'holds') expect(found, `${vector.name}: ${id}`).toBe(expected);
        if (state === 'broken') expect(found, `${vector.name}: ${id}`).not.toBe(expected);
        compared.add(`${id.replace(/\d/, 'i')} ${state}`);
      }
    for (const id of ['slot-root', 'fixture-root', 'stat-path.i', 'multiproof-root', 'zero-map.i', 'same-event'])
      expect(compared).toContain(`${id} broken`);
  });

  it('stops at the first broken check: those before it hold, those after it are not reached', () => {
    for (const { vector, inspection } of broken) {
      const states = inspection.checks.map(({ state }) => state).filter((state) => state !== 'not asked');
      const at = states.indexOf('broken');
      expect(new Set(states.slice(0, at)), vector.name).not.toContain('not reached');
      expect(new Set(states.slice(at + 1)), vector.name).not.toContain('holds');
    }
  });

  it('finds valid ones valid, with no check that does not hold', () => {
    for (const { vector, inspection } of valid) {
      expect([inspection.breaks, vector.name]).toEqual([null, vector.name]);
      const states = new Set(inspection.checks.map(({ state }) => state));
      expect([...states].filter((state) => state !== 'holds' && state !== 'not asked')).toEqual([]);
    }
  });

  it('gives every node an id of its own, and every check a node that exists or none', () => {
    for (const { vector, inspection } of typed) {
      const ids = nodesOf(inspection).map(({ id }) => id);
      expect(new Set(ids).size, vector.name).toBe(ids.length);
      const checks = inspection.checks.map(({ id }) => id);
      expect(new Set(checks).size, vector.name).toBe(checks.length);
      if (inspection.result === null) continue;
      for (const { node } of inspection.checks) if (node !== null) expect(ids, vector.name).toContain(node);
    }
  });
});

/** Copies of a proof in which one node of a path has its side turned. */
function* turned(proof: Proof): Generator<readonly [place: string, Proof]> {
  const places: string[] = [];
  const find = (value: unknown, path: string): void => {
    if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return;
    if ('isRightSibling' in value) places.push(path);
    for (const [name, inner] of Object.entries(value)) find(inner, `${path}.${name}`);
  };
  find(proof, '');
  for (const place of places) {
    const copy = structuredClone(proof);
    const node = place
      .slice(1)
      .split('.')
      .reduce<Record<string, unknown>>((at, name) => at[name] as Record<string, unknown>, copy as never);
    node.isRightSibling = !node.isRightSibling;
    yield [place, copy];
  }
}

/** The nodes that a text calls a copy of the node beside them, and whether each is on the right. */
const copiesIn = (inspection: Inspection): boolean[] =>
  nodesOf(inspection).flatMap(({ children }) =>
    children.flatMap(({ text }, i) => (/the same node again/.test(text) ? [i === 1] : [])),
  );

it('only a right sibling is called the same node again, whichever side is turned', () => {
  let right = 0;
  let made = 0;
  for (const { vector, inspection } of valid) {
    right += copiesIn(inspection).length;
    expect(copiesIn(inspection), vector.name).not.toContain(false);
    const asked = offlineProof(vector);
    if (!asked) continue;
    for (const [place, proof] of turned(asked.proof)) {
      made++;
      expect(copiesIn(inspectProof(proof, asked.options)), `${vector.name}${place}`).not.toContain(false);
    }
  }
  expect(right).toBeGreaterThan(10);
  expect(made).toBeGreaterThan(3_000);
});
