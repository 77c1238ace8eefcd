import {
  type Draft,
  error,
  eventRootOf,
  flipped,
  foldHex,
  hashOf,
  leafHash,
  otherHash,
  type ScoresInstruction,
  sealAll,
  sealMain,
  setEventRoot,
  sibling,
  verdict,
} from '../draft.js';
import { change, sealed, sealedMain, set } from '../edits.js';
import { statTree } from '../naiveTree.js';
import { batchOf, matchDraft, scoresDraft, statsOf } from '../scene.js';
import type { Leaf, Path, ProofV1, ProofV2, Term, Vector } from '../vector.js';
import { sha256 } from '../wireBytes.js';
import { ALL_FORMS, type Fault, fault, faulty, inForms } from './label.js';

type ScoresDraft = Draft<ScoresInstruction>;
type ScoresFault = Fault<ScoresInstruction>;

/** Arguments and account: rows 1 to 7 of the order of checks, except decoding. */
export function forms(): Vector[] {
  const faults: ScoresFault[] = [];
  const add = (
    cls: string,
    name: string,
    number: number,
    about: string,
    edit: (draft: ScoresDraft) => void,
    expect = error(number),
  ) => faults.push({ class: cls, name, about, edit, expect });

  for (const [name, by] of Object.entries({ later: 1n, earlier: -1n, 'next-slot': 300_000n }))
    add('timestamp', name, 6010, 'the time argument is not the summary’s minimum', ({ proof }) =>
      set(proof, { ts: String(BigInt(proof.ts) + by) }),
    );

  const long = (path: Path, length: number): Path =>
    Array.from({ length }, (_, i) => path[i] ?? sibling('ab'.repeat(32), 'right'));
  for (const length of [33, 40]) {
    add('path-too-long', `fixture-${length}`, 6062, 'a path has at most 32 nodes', ({ proof }) =>
      set(proof, { fixturePath: long(proof.fixturePath, length) }),
    );
    add('path-too-long', `main-${length}`, 6062, 'a path has at most 32 nodes', ({ proof }) =>
      set(proof, { mainPath: long(proof.mainPath, length) }),
    );
  }
  add('main-path', '32-nodes', 6004, 'a path of 32 nodes is read and folded', ({ proof }) =>
    set(proof, { mainPath: long(proof.mainPath, 32) }),
  );

  const at = (draft: ScoresDraft, time: bigint) => {
    const { summary } = draft.proof;
    draft.proof.ts = String(time);
    summary.minTimestamp = String(time);
    summary.maxTimestamp = String(time);
    sealMain(draft);
  };
  add('negative-time', 'one-ms', 6027, 'a time before 1970', (draft) => at(draft, -1n));
  add('negative-time', 'one-day', 6027, 'a time before 1970', (draft) => at(draft, -86_400_000n));
  add('day-too-large', 'first', 6027, 'day 65536 does not fit in 16 bits, it is not day 0', (draft) =>
    at(draft, 65_536n * 86_400_000n),
  );
  add('day-too-large', 'far', 6027, 'a day far beyond 16 bits', (draft) => at(draft, 9_007_199_254_740_991n));
  const outOfJson = { skip: 'beyond 2^53, refused when the number is read (7003)' };
  add('negative-time', 'least', 6027, 'the least i64', (draft) => at(draft, -(2n ** 63n)), {
    ...error(6027),
    typescript: outOfJson,
  });
  add('day-too-large', 'greatest', 6027, 'the greatest i64', (draft) => at(draft, 2n ** 63n - 1n), {
    ...error(6027),
    typescript: outOfJson,
  });
  add('day-too-large', 'maximum-alone', 6027, 'the summary’s maximum is beyond 16 bits', (draft) =>
    sealedMain(draft, set(draft.proof.summary, { maxTimestamp: String(65_536n * 86_400_000n) })),
  );
  add('times-reversed', '', 6005, 'the summary’s minimum is after its maximum', (draft) => {
    const { summary } = draft.proof;
    summary.maxTimestamp = String(BigInt(summary.minTimestamp) - 1n);
    sealMain(draft);
  });
  add('two-slots', 'next', 6005, 'minimum and maximum lie in two slots', (draft) => {
    const { summary } = draft.proof;
    summary.maxTimestamp = String((BigInt(summary.minTimestamp) / 300_000n + 1n) * 300_000n);
    sealMain(draft);
  });
  add('two-slots', 'next-day', 6005, 'the same slot of two days', (draft) => {
    const { summary } = draft.proof;
    summary.maxTimestamp = String(BigInt(summary.maxTimestamp) + 86_400_000n);
    sealMain(draft);
  });
  for (const count of [0, -1, -2147483648])
    add('update-count', `${count}`, 6100, 'a summary covers at least one update', (draft) =>
      sealedMain(draft, set(draft.proof.summary, { updateCount: count })),
    );

  return faults.flatMap((fault) => inForms(fault));
}

/** The roots account (rows 2 and 7), for any draft. `short` and `otherDay` are the error numbers of its kind. */
export function accountFaults(prefix: string, valid: Draft, short: number, otherDay: number): Vector[] {
  const faults: Fault<never>[] = [];
  const seen = verdict(true);
  const add = (
    cls: string,
    name: string,
    about: string,
    expect: Fault<never>['expect'],
    edit: (draft: Draft) => void,
  ) => faults.push({ class: cls, name, about, expect, edit: edit as (draft: Draft<never>) => void });
  const size = valid.roots.kind === 'fixtures' ? 7696 : 9232;
  const step = valid.roots.kind === 'fixtures' ? 10 : 1;

  add('account-missing', '', 'the roots account is not passed', { ...seen, bankrun: { error: 3005 } }, ({ roots }) =>
    set(roots, { tamper: { missing: true } }),
  );
  add(
    'account-owner',
    '',
    'the roots account belongs to another program',
    { ...seen, bankrun: { error: 2004 } },
    ({ roots }) => set(roots, { tamper: { owner: 'other' } }),
  );
  add(
    'account-owner',
    'empty',
    'the roots account was never written: nobody’s, and empty',
    { ...error(short), bankrun: { error: 2004 } },
    ({ roots }) => set(roots, { tamper: { owner: 'other', length: 0 } }),
  );
  for (const length of [size - 1, 4000, 10, 8, 0])
    add('account-length', `${length}`, 'the roots account is too short', error(short), ({ roots }) =>
      set(roots, { tamper: { length } }),
    );
  for (const more of [1, 32])
    add('account-length', `${size + more}`, 'the roots account is longer than its layout', error(short), ({ roots }) =>
      set(roots, { tamper: { length: size + more } }),
    );
  const others = { scores: '0d6e05ed89f203dd', odds: '3930b904a415a782', fixtures: 'd90c0c170ab7737d' };
  for (const [name, discriminator] of [
    ['other-kind', others[valid.roots.kind]],
    ['zero', '00'.repeat(8)],
  ] as const)
    add('account-discriminator', name, 'the account is of another kind', error(6008), ({ roots }) =>
      set(roots, { tamper: { discriminator } }),
    );
  for (const [name, days] of Object.entries({ next: step, previous: -step, 'same-low-byte': 256 * step }))
    add('account-day', name, 'the account is that of another day', error(otherDay), ({ roots }) =>
      set(roots, { tamper: { storedDay: roots.day + days } }),
    );
  add('root-not-published', 'zero', 'nothing is published in the slot', error(6007), ({ roots }) =>
    set(roots, { slots: {} }),
  );
  add(
    'root-not-published',
    'neighbours-only',
    'the root stands in the slots beside its own',
    error(6007),
    ({ roots }) => {
      const [slot, root] = Object.entries(roots.slots)[0] as [string, string];
      roots.slots = { [Number(slot) - 1]: root, [Number(slot) + 1]: root };
    },
  );
  return faults.map((fault) => faulty(prefix, valid as Draft<never>, fault));
}

export const scoresAccounts = (): Vector[] =>
  ALL_FORMS.flatMap((form) => accountFaults(form, matchDraft(form) as Draft, 6011, 2006));

/** Number of stats (row 3) and their own paths (row 5); version 1 has no list. */
export function counts(): Vector[] {
  const vectors: Vector[] = [];
  for (const form of ['v2', 'v3', 'v4'] as const) {
    const valid = matchDraft(form);
    const list = (edit: (leaves: Leaf[]) => Leaf[]) => (draft: ScoresDraft) => {
      const proof = draft.proof as ProofV2;
      proof.leaves = edit(proof.leaves);
    };
    vectors.push(
      fault(form, valid, 'no-stats', '', 6069, 'at least one stat is asked for', (draft) => {
        list(() => [])(draft);
        if ('leafIndices' in draft.proof) Object.assign(draft.proof, { leafIndices: [], multiproofHashes: [] });
      }),
    );
    for (const count of [6, 7, 12])
      vectors.push(
        faulty(form, valid, {
          class: 'too-many-stats',
          name: `${count}`,
          about: 'at most five stats are asked for',
          expect: error(6069),
          edit: list((leaves) =>
            Array.from({ length: count }, (_, i) => structuredClone(leaves[i % leaves.length]) as Leaf),
          ),
        }),
      );
    vectors.push(
      faulty(form, valid, {
        class: 'path-too-long',
        name: 'last-stat',
        about: 'a stat’s path has at most 32 nodes',
        expect: error(6062),
        edit: list((leaves) =>
          leaves.map((leaf, i) =>
            i === leaves.length - 1
              ? { ...leaf, path: Array.from({ length: 33 }, () => sibling('cd'.repeat(32), 'left')) }
              : leaf,
          ),
        ),
      }),
    );
  }
  for (const term of ['statA', 'statB'] as const)
    vectors.push(
      fault(
        'v1',
        matchDraft('v1'),
        'path-too-long',
        term === 'statA' ? 'first-stat' : 'second-stat',
        6062,
        'a stat’s path has at most 32 nodes',
        ({ proof }) => {
          const of = (proof as ProofV1)[term] as Term;
          of.path = Array.from({ length: 33 }, () => sibling('cd'.repeat(32), 'left'));
        },
      ),
    );
  return vectors;
}

/** From the summary to the slot root (row 8). */
export function mainPaths(): Vector[] {
  const faults: ScoresFault[] = [];
  const add = (cls: string, name: string, about: string, edit: (draft: ScoresDraft) => void) =>
    faults.push({ class: cls, name, about, edit, expect: error(6004) });
  for (const place of [0, 1]) {
    add('main-path', `hash-${place}`, 'a hash of the main path is another', ({ proof }) =>
      change(proof.mainPath, place, otherHash),
    );
    add('main-path', `direction-${place}`, 'a direction of the main path is turned', ({ proof }) =>
      change(proof.mainPath, place, flipped),
    );
  }
  add('main-path', 'truncated', 'the main path ends too early', ({ proof }) => proof.mainPath.pop());
  add('main-path', 'extended', 'the main path goes on beyond the root', ({ proof }) =>
    proof.mainPath.push(sibling('11'.repeat(32), 'right')),
  );
  add('main-path', 'swapped', 'two nodes of the main path stand in each other’s place', ({ proof }) =>
    proof.mainPath.reverse(),
  );
  add('main-path-empty', '', 'a main path has at least one node, also where the leaf itself is the root', (draft) =>
    sealedMain(draft, set(draft.proof, { mainPath: [] })),
  );
  add('other-root', '', 'the slot’s root is that of other content', ({ roots }) => {
    for (const slot of Object.keys(roots.slots)) roots.slots[slot] = '5a'.repeat(32);
  });
  add('summary', 'fixture-id', 'the summary names another fixture', ({ proof }) =>
    set(proof.summary, { fixtureId: String(BigInt(proof.summary.fixtureId) + 1n) }),
  );
  add('summary', 'update-count', 'the summary counts other updates, of the same depth', ({ proof }) => {
    proof.summary.updateCount -= 1;
  });
  add('summary', 'minimum', 'the summary begins at another time of the slot', ({ proof }) => {
    proof.summary.minTimestamp = String(BigInt(proof.summary.minTimestamp) - 1n);
    proof.ts = proof.summary.minTimestamp;
  });
  add('summary', 'maximum', 'the summary ends at another time of the slot', ({ proof }) =>
    set(proof.summary, { maxTimestamp: String(BigInt(proof.summary.maxTimestamp) - 1n) }),
  );
  add('summary', 'sub-tree-root', 'the summary has another sub-tree root', ({ proof }) =>
    set(proof.summary, { subTreeRoot: `${proof.summary.subTreeRoot.slice(0, 62)}00` }),
  );
  return faults.flatMap((fault) => inForms(fault));
}

/**
 * From the event stat root to the sub-tree root (row 9, version 1: row 12). Sealed drafts fold up to the published
 * root.
 */
export function fixturePaths(): Vector[] {
  const faults: ScoresFault[] = [];
  const add = (cls: string, name: string, about: string, edit: (draft: ScoresDraft) => void) =>
    faults.push({ class: cls, name, about, edit, expect: error(6022) });
  for (const place of [1, 2]) {
    add('fixture-path', `hash-${place}`, 'a hash of the fixture path is another', ({ proof }) =>
      change(proof.fixturePath, place, otherHash),
    );
    add('fixture-path', `direction-${place}`, 'a direction of the fixture path is turned', ({ proof }) =>
      change(proof.fixturePath, place, flipped),
    );
  }
  add('fixture-path', 'truncated', 'the fixture path ends too early', ({ proof }) => proof.fixturePath.pop());
  add('fixture-path', 'extended', 'the fixture path goes on beyond the root', ({ proof }) =>
    proof.fixturePath.push(sibling('11'.repeat(32), 'right')),
  );
  add('fixture-path-depth', 'shorter', 'the path is shorter than the number of updates demands, and folds', (draft) =>
    sealed(draft, draft.proof.fixturePath.pop()),
  );
  add('fixture-path-depth', 'longer', 'the path is longer than the number of updates demands, and folds', (draft) =>
    sealed(draft, draft.proof.fixturePath.push(sibling('11'.repeat(32), 'right'))),
  );
  add('fixture-path-depth', 'count-smaller', 'the summary counts too few updates for the depth', (draft) =>
    sealedMain(draft, set(draft.proof.summary, { updateCount: 2 })),
  );
  add('fixture-path-depth', 'count-larger', 'the summary counts too many updates for the depth', (draft) =>
    sealedMain(draft, set(draft.proof.summary, { updateCount: 5 })),
  );
  add('fixture-path-depth', 'count-greatest', 'the greatest number of updates', (draft) =>
    sealedMain(draft, set(draft.proof.summary, { updateCount: 2147483647 })),
  );
  add('fixture-path-index', 'beyond-count', 'the update lies behind the last one that the summary counts', (draft) => {
    // Three updates have the depth of four; leaf 7 is the duplicate of leaf 5 at best.
    draft.proof.summary.updateCount = 3;
    draft.proof.fixturePath = draft.proof.fixturePath.map((entry) => sibling(hashOf(entry), 'left'));
    sealAll(draft);
  });
  const vectors = faults.flatMap((fault) => inForms(fault));

  // Without zero stats, because otherwise their map is expected in the first node, and version 1 checks that before row
  // 12.
  const present = (form: (typeof ALL_FORMS)[number]) => matchDraft(form, form === 'v1' ? [1, 7] : [1, 7, 8]);
  const alone: ScoresFault[] = [];
  const more = (cls: string, name: string, about: string, edit: (draft: ScoresDraft) => void) =>
    alone.push({ class: cls, name, about, edit, expect: error(6022) });
  more('fixture-path', 'hash-0', 'the zero map’s leaf is another', ({ proof }) =>
    change(proof.fixturePath, 0, otherHash),
  );
  more('fixture-path', 'direction-0', 'the zero map’s leaf is turned to the right', ({ proof }) =>
    change(proof.fixturePath, 0, flipped),
  );
  more('fixture-path-first-node', '', 'an event stat root at an even place, and folds', (draft) =>
    sealed(draft, change(draft.proof.fixturePath, 0, flipped)),
  );
  more('fixture-path-depth', 'empty', 'no fixture path: the event stat root itself is the sub-tree root', (draft) =>
    sealed(draft, set(draft.proof, { fixturePath: [] }), set(draft.proof.summary, { updateCount: 1 })),
  );
  more('level-shift', 'down', 'the sub-tree root taken for an event stat root: the cut is one level up', (draft) => {
    // Each stat's path swallows the whole fixture path; everything still folds.
    const shift = draft.proof.fixturePath;
    draft.proof.fixturePath = [];
    const root = foldHex(eventRootOf(draft), shift);
    lengthenPaths(draft, shift);
    setEventRoot(draft, root);
  });
  for (const form of ['v1', 'v2'] as const) for (const fault of alone) vectors.push(faulty(form, present(form), fault));
  for (const form of ['v3', 'v4'] as const)
    for (const fault of alone.filter(({ class: cls }) => cls !== 'level-shift'))
      vectors.push(faulty(form, present(form), fault));

  // One stat, so that its path can be shortened: its upper part becomes part of the fixture path.
  for (const form of ALL_FORMS)
    vectors.push(
      fault(
        form,
        matchDraft(form, [1]),
        'level-shift',
        'up',
        6022,
        'a node inside the stat tree taken for the event stat root: the cut is one level down',
        (draft) => {
          const { proof } = draft;
          if ('statA' in proof) {
            const upper = proof.statA.path.pop() as string;
            proof.fixturePath = [upper, ...proof.fixturePath];
            proof.statA.eventStatRoot = foldHex(leafHash(proof.statA.stat), proof.statA.path);
          } else {
            const leaf = proof.leaves[0] as Leaf;
            const path = 'multiproofHashes' in proof ? proof.multiproofHashes : leaf.path;
            proof.fixturePath = [path.pop() as string, ...proof.fixturePath];
            proof.eventStatRoot = foldHex(leafHash(leaf.stat), path);
            if ('leafIndices' in proof) proof.leafIndices = [4];
          }
        },
      ),
    );

  for (const form of ['v2', 'v3', 'v4'] as const)
    vectors.push(
      fault(form, matchDraft(form), 'event-root', '', 6022, 'the event stat root is another', (draft) =>
        setEventRoot(draft, '77'.repeat(32)),
      ),
    );
  // Neighbours: the event root of the previous update, with the proven one's stats.
  for (const form of ['v2', 'v3'] as const)
    vectors.push(
      fault(
        form,
        matchDraft(form),
        'event-root',
        'of-another-update',
        6022,
        'the event stat root is that of the update before',
        (draft) => setEventRoot(draft, eventRootOf(matchDraft(form, [1], 1))),
      ),
    );
  return vectors;
}

function lengthenPaths(draft: ScoresDraft, by: Path): void {
  const { proof } = draft;
  if ('statA' in proof) {
    proof.statA.path.push(...by);
    proof.statB?.path.push(...by);
  } else {
    for (const leaf of proof.leaves) leaf.path.push(...by);
  }
}

/** Stats with separate paths (rows 9 and 10 of versions 1 and 2). */
export function singlePaths(): Vector[] {
  const vectors: Vector[] = [];
  const edits: [string, string, (leaf: Leaf | Term) => void][] = [
    ['value', 'another value', ({ stat }) => set(stat, { value: stat.value + 1 })],
    ['value-sign', 'the value with another sign', ({ stat }) => set(stat, { value: -stat.value })],
    ['key', 'another key', ({ stat }) => set(stat, { key: stat.key + 1 })],
    ['period', 'another period', ({ stat }) => set(stat, { period: 4 })],
    ['period-zero', 'no period', ({ stat }) => set(stat, { period: 0 })],
    ['hash-first', 'another hash', ({ path }) => change(path, 0, otherHash)],
    [
      'hash-last',
      'another hash',
      ({ path }) => {
        path[path.length - 1] = otherHash(path.at(-1) as string);
      },
    ],
    ['direction-first', 'a turned direction', ({ path }) => change(path, 0, flipped)],
    [
      'direction-last',
      'a turned direction',
      ({ path }) => {
        path[path.length - 1] = flipped(path.at(-1) as string);
      },
    ],
    ['truncated', 'a path that ends too early', ({ path }) => path.pop()],
    ['empty', 'no path at all', (leaf) => set(leaf, { path: [] })],
    ['extended', 'a path that goes on beyond the root', ({ path }) => path.push(sibling('11'.repeat(32), 'right'))],
  ];
  for (const [name, about, edit] of edits) {
    for (const term of ['statA', 'statB'] as const)
      vectors.push(
        fault(
          'v1',
          matchDraft('v1'),
          'stat',
          `${term === 'statA' ? 'first' : 'second'}-${name}`,
          6023,
          `${about} in the ${term === 'statA' ? 'first' : 'second'} stat`,
          ({ proof }) => edit((proof as ProofV1)[term] as Term),
        ),
      );
    for (const place of [0, 3])
      vectors.push(
        fault('v2', matchDraft('v2'), 'stat', `${place}-${name}`, 6023, `${about} in stat ${place}`, ({ proof }) =>
          edit((proof as ProofV2).leaves[place] as Leaf),
        ),
      );
  }
  // Another update of the same fixture: its leaf and path are consistent, but not of this event.
  vectors.push(
    fault(
      'v2',
      matchDraft('v2'),
      'stat',
      'of-another-update',
      6023,
      'leaf and path of another update of the fixture',
      ({ proof }) => {
        (proof as ProofV2).leaves[1] = (matchDraft('v2', [7], 1).proof as ProofV2).leaves[0] as Leaf;
      },
    ),
    fault(
      'v1',
      matchDraft('v1', [1]),
      'stat',
      'inner-node-as-leaf',
      6023,
      'twelve bytes of a leaf cannot be an inner node',
      ({ proof }) => {
        const { statA } = proof as ProofV1;
        statA.path = statA.path.slice(1);
      },
    ),
  );
  return vectors;
}

/** Only in version 1: rows 6, 10 and 11. */
export function combinations(): Vector[] {
  const vectors: Vector[] = [];
  const add = (
    name: string,
    about: string,
    number: number,
    edit: (draft: Draft<'validate_stat'>) => void,
    keys = [1, 7],
  ) => {
    const cls = number === 6024 ? 'combination' : 'overflow';
    vectors.push(fault('v1', matchDraft('v1', keys) as Draft<'validate_stat'>, cls, name, number, about, edit));
  };
  add('second-without-operation', 'a second stat needs an operation', 6024, ({ strategy }) =>
    set(strategy, { op: null }),
  );
  add(
    'operation-without-second',
    'an operation needs a second stat',
    6024,
    ({ strategy }) => set(strategy, { op: 'Subtract' }),
    [1],
  );
  add('two-events', 'two stats of two events, each proven in its own', 6024, ({ proof }) => {
    const other = matchDraft('v1', [7], 1).proof as ProofV1;
    proof.statB = other.statA;
  });
  add('two-roots', 'the second event stat root is another one', 6024, ({ proof }) => {
    if (proof.statB) proof.statB.eventStatRoot = '77'.repeat(32);
  });
  const i32 = (draft: Draft<'validate_stat'>, values: [number, number], op: 'Add' | 'Subtract') => {
    const stats = values.map((value, i) => ({ key: i + 1, value, period: 100 }));
    const tree = statTree(stats);
    const [statA, statB] = stats.map((stat, i) => ({ stat, eventStatRoot: tree.root, path: tree.paths[i] ?? [] }));
    draft.proof.statA = statA as Term;
    draft.proof.statB = statB as Term;
    draft.strategy.op = op;
    sealAll(draft as ScoresDraft);
  };
  add('sum', 'a sum beyond i32', 6027, (draft) => i32(draft, [2147483647, 1], 'Add'));
  add('sum-below', 'a sum below i32', 6027, (draft) => i32(draft, [-2147483648, -1], 'Add'));
  add('difference', 'a difference beyond i32', 6027, (draft) => i32(draft, [2147483647, -1], 'Subtract'));
  add('difference-below', 'a difference below i32', 6027, (draft) => i32(draft, [-2147483648, 1], 'Subtract'));
  return vectors;
}

/** A record without stats and one whose stats are all zero, each proven with the other's zero map. */
export function emptyRecords(): Vector[] {
  const batch = batchOf('soccer', {
    12100007: [
      { stats: {}, status: 1 },
      { stats: statsOf('soccer', {}), status: 2 },
    ],
  });
  const asked = { batch, fixtureId: 12_100_007, seq: 1, keys: [1] };
  const emptyMap = '00'.repeat(32);
  return ALL_FORMS.flatMap((form) => {
    const valid = scoresDraft(form, 'soccer', asked);
    const toEmpty = (draft: ScoresDraft) => {
      // The first update of the two: leaf 1 next to the hash of its all-zero map.
      const { proof } = draft;
      const mapLeaf = sha256(Buffer.from(emptyMap, 'hex')).toString('hex');
      const secondLeaf = hashOf(proof.fixturePath[0] as string);
      const second = sha256(Buffer.from(secondLeaf, 'hex'), Buffer.alloc(32)).toString('hex');
      proof.fixturePath = [sibling(mapLeaf, 'left'), sibling(second, 'right')];
    };
    const map = (draft: ScoresDraft): Path =>
      'statA' in draft.proof ? draft.proof.statA.path : (draft.proof.leaves[0] as Leaf).path;
    return [
      fault(
        form,
        valid,
        'zero-bit',
        'nothing-carried',
        6074,
        'a record without stats has an all-zero map: no stat of it is zero',
        (draft) => {
          toEmpty(draft);
          map(draft)[1] = sibling(emptyMap, 'left');
        },
      ),
      fault(form, valid, 'zero-map', 'of-the-next-update', 6023, 'the zero map of another update', toEmpty),
    ];
  });
}

export const scoresFaults = (): Vector[] => [
  ...forms(),
  ...scoresAccounts(),
  ...counts(),
  ...mainPaths(),
  ...fixturePaths(),
  ...singlePaths(),
  ...combinations(),
  ...emptyRecords(),
];
