import {
  type Draft,
  edited,
  finish,
  otherHash,
  type ScoresInstruction,
  sealAll,
  setEventRoot,
  sibling,
} from '../draft.js';
import { change, set } from '../edits.js';
import { statTree } from '../naiveTree.js';
import { matchDraft } from '../scene.js';
import type {
  Expect,
  Instruction,
  Leaf,
  Path,
  ProofV1,
  ProofV2,
  ProofV3,
  Strategy,
  StrategyV1,
  Term,
  Vector,
} from '../vector.js';
import { fixtureBatchDraft, fixtureDraft, oddsDraft, shortFixture, shortOdds } from './others.js';

/** One row of the order of checks: its number, and a fault that affects no other row. */
interface Row<I extends Instruction> {
  name: string;
  error: number;
  /** Layers that do not see it report the next fault. */
  unseen?: readonly ('host' | 'typescript')[];
  edit: (draft: Draft<I>) => void;
}

const long = (path: Path): Path => Array.from({ length: 33 }, (_, i) => path[i] ?? sibling('ab'.repeat(32), 'right'));

/** Two faults at once: the first row is reported. Every row is combined with the next one, and with all that follow. */
function pairs<I extends Instruction>(prefix: string, valid: Draft<I>, rows: readonly Row<I>[]): Vector[] {
  const numberFor = (layer: 'host' | 'bankrun' | 'typescript', faults: readonly Row<I>[]) => {
    const first = faults.find(({ unseen }) => layer === 'bankrun' || !unseen?.includes(layer));
    return first ? { error: first.error } : { verdict: true };
  };
  const of = (name: string, about: string, faults: readonly Row<I>[]): Vector => {
    // Later rows first: an earlier fault may replace a field.
    const draft = edited(valid, ...faults.toReversed().map(({ edit }) => edit));
    const expect: Expect = {
      host: numberFor('host', faults),
      bankrun: numberFor('bankrun', faults),
      typescript: numberFor('typescript', faults),
    };
    return finish(draft, { name: `${prefix}-precedence-${name}`, class: 'precedence', about }, expect);
  };
  return rows.slice(0, -1).flatMap((row, i) => {
    const next = rows[i + 1] as Row<I>;
    return [
      of(`${row.name}-${next.name}`, `${row.error} is reported before ${next.error}`, [row, next]),
      of(`${row.name}-all`, `${row.error} is reported before everything after it`, rows.slice(i)),
    ];
  });
}

const PROGRAM_ONLY = ['host', 'typescript'] as const;

/** Owner and account bytes; the numbers depend on the kind. */
const owner = <I extends Instruction>(): Row<I> => ({
  name: 'owner',
  error: 2004,
  unseen: PROGRAM_ONLY,
  edit: ({ roots }) => set(roots, { tamper: { ...roots.tamper, owner: 'other' } }),
});

const account = <I extends Instruction>(short: number, otherDay: number): Row<I>[] => [
  {
    name: 'account-length',
    error: short,
    edit: ({ roots }) => set(roots, { tamper: { ...roots.tamper, length: roots.kind === 'fixtures' ? 7695 : 9231 } }),
  },
  {
    name: 'discriminator',
    error: 6008,
    edit: ({ roots }) => set(roots, { tamper: { ...roots.tamper, discriminator: '1122334455667788' } }),
  },
  {
    name: 'stored-day',
    error: otherDay,
    edit: ({ roots }) => set(roots, { tamper: { ...roots.tamper, storedDay: roots.day + 10 } }),
  },
  { name: 'not-published', error: 6007, edit: ({ roots }) => set(roots, { slots: {} }) },
];

type Scores = Draft<ScoresInstruction>;

const timestamp: Row<ScoresInstruction> = {
  name: 'timestamp',
  error: 6010,
  edit: ({ proof }) => set(proof, { ts: String(BigInt(proof.ts) + 1n) }),
};
const times: Row<ScoresInstruction>[] = [
  { name: 'path-length', error: 6062, edit: ({ proof }) => set(proof, { mainPath: long(proof.mainPath) }) },
  {
    name: 'negative',
    error: 6027,
    edit: ({ proof }) => {
      proof.summary.minTimestamp = '-1';
      proof.ts = '-1';
    },
  },
  {
    name: 'two-slots',
    error: 6005,
    edit: ({ proof }) => set(proof.summary, { maxTimestamp: String(BigInt(proof.summary.maxTimestamp) + 300_000n) }),
  },
  { name: 'update-count', error: 6100, edit: ({ proof }) => set(proof.summary, { updateCount: 0 }) },
];
const main: Row<ScoresInstruction> = {
  name: 'main-path',
  error: 6004,
  edit: ({ proof }) => change(proof.mainPath, 0, otherHash),
};
const fixturePath: Row<ScoresInstruction> = {
  name: 'fixture-path',
  error: 6022,
  edit: ({ proof }) => change(proof.fixturePath, 1, otherHash),
};
const strategy: Row<ScoresInstruction> = {
  name: 'strategy',
  error: 6072,
  edit: (draft) => set(draft.strategy as Strategy, { geometricTargets: [{ statIndex: 0, prediction: 1 }] }),
};
const sixStats: Row<ScoresInstruction> = {
  name: 'stats',
  error: 6069,
  edit: ({ proof }) => {
    const of = proof as ProofV2;
    while (of.leaves.length < 6) of.leaves.push(structuredClone(of.leaves[0] as Leaf));
  },
};
const zeroStat: Row<ScoresInstruction> = {
  name: 'zero-stat',
  error: 6074,
  edit: ({ proof }) => {
    ((proof as ProofV2).leaves[2] as Leaf).stat.key = 3001;
  },
};

/** Two stats at the limits of i32, so that their sum overflows: the row between the stats and the fixture path. */
function overflowing(): Scores {
  return edited(matchDraft('v1'), (draft) => {
    const stats = [2147483647, 1].map((value, i) => ({ key: i + 1, value, period: 100 }));
    const { root, paths } = statTree(stats);
    const proof = draft.proof as ProofV1;
    proof.statA = { stat: stats[0], eventStatRoot: root, path: paths[0] } as Term;
    proof.statB = { stat: stats[1], eventStatRoot: root, path: paths[1] } as Term;
    draft.strategy = { predicate: { threshold: 0, comparison: 'GreaterThan' }, op: 'Subtract' } as StrategyV1;
    setEventRoot(draft, root);
    sealAll(draft);
  });
}

const rowsV1: Row<ScoresInstruction>[] = [
  owner(),
  timestamp,
  ...times,
  { name: 'combination', error: 6024, edit: (draft) => set(draft.strategy as StrategyV1, { op: null }) },
  ...account<ScoresInstruction>(6011, 2006),
  main,
  {
    name: 'first-stat',
    error: 6023,
    edit: ({ proof }) => {
      (proof as ProofV1).statA.stat.key = 9;
    },
  },
  {
    name: 'second-root',
    error: 6024,
    edit: ({ proof }) => {
      const { statB } = proof as ProofV1;
      if (statB) statB.eventStatRoot = '77'.repeat(32);
    },
  },
  {
    name: 'second-stat',
    error: 6023,
    edit: ({ proof }) => {
      const { statB } = proof as ProofV1;
      if (statB) statB.stat.key = 9;
    },
  },
  { name: 'sum', error: 6027, edit: (draft) => set(draft.strategy as StrategyV1, { op: 'Add' }) },
  fixturePath,
];

const rowsV2: Row<ScoresInstruction>[] = [
  owner(),
  sixStats,
  timestamp,
  ...times,
  ...account<ScoresInstruction>(6011, 2006),
  main,
  fixturePath,
  {
    name: 'first-stat',
    error: 6023,
    edit: ({ proof }) => {
      ((proof as ProofV2).leaves[0] as Leaf).stat.value += 1;
    },
  },
  zeroStat,
  {
    name: 'last-stat',
    error: 6023,
    edit: ({ proof }) => {
      ((proof as ProofV2).leaves[3] as Leaf).stat.value += 1;
    },
  },
  strategy,
];

const multi: Row<ScoresInstruction>[] = [
  sixStats,
  timestamp,
  ...times,
  { name: 'index-count', error: 6075, edit: ({ proof }) => (proof as ProofV3).leafIndices.push(12) },
  {
    name: 'indices',
    error: 6076,
    edit: ({ proof }) => {
      (proof as ProofV3).leafIndices[0] = 3;
    },
  },
  ...account<ScoresInstruction>(6011, 2006),
  main,
  fixturePath,
  zeroStat,
  { name: 'hash-missing', error: 6077, edit: ({ proof }) => (proof as ProofV3).multiproofHashes.pop() },
  {
    name: 'root',
    error: 6023,
    edit: ({ proof }) => {
      ((proof as ProofV3).leaves[0] as Leaf).stat.value += 1;
    },
  },
  strategy,
];

export function precedence(): Vector[] {
  const chains: Vector[] = [
    ...pairs('v1', overflowing(), rowsV1),
    ...pairs('v2', matchDraft('v2'), rowsV2),
    ...pairs('v3', matchDraft('v3'), [owner(), ...multi]),
    ...pairs('v4', matchDraft('v4'), [
      {
        name: 'credits',
        error: 6079,
        unseen: PROGRAM_ONLY,
        edit: (draft) => {
          const change = draft.v4;
          draft.v4 = (v4, digest) => ({ ...(typeof change === 'function' ? change(v4, digest) : v4), credits: 0 });
        },
      },
      {
        name: 'signature-instruction',
        error: 6080,
        unseen: ['typescript'],
        edit: (draft) => set(draft, { v4: (v4) => ({ ...v4, before: [] }) }),
      },
      ...multi,
    ] as Row<ScoresInstruction>[]),
  ];
  return [...chains, ...otherChains()];
}

function otherChains(): Vector[] {
  type Odds = Row<'validate_odds'>;
  // A leaf of 65 bytes: one byte less makes it ambiguous.
  const odds = edited(oddsDraft('validate_odds'), (draft) => {
    draft.proof.odds = { ...shortOdds(65), fixtureId: draft.proof.odds.fixtureId, ts: draft.proof.ts };
    sealAll(draft as Draft);
  });
  const oddsRows: Odds[] = [
    owner(),
    { name: 'timestamp', error: 6010, edit: ({ proof }) => set(proof, { ts: String(BigInt(proof.ts) + 1n) }) },
    { name: 'path-length', error: 6062, edit: ({ proof }) => set(proof, { subTreePath: long(proof.subTreePath) }) },
    {
      name: 'negative',
      error: 6027,
      edit: ({ proof }) => {
        proof.ts = '-1';
        proof.odds.ts = '-1';
      },
    },
    {
      name: 'range',
      error: 6005,
      edit: ({ proof }) => set(proof.summary, { minTimestamp: String(BigInt(proof.summary.maxTimestamp) + 1n) }),
    },
    { name: 'update-count', error: 6100, edit: ({ proof }) => set(proof.summary, { updateCount: 0 }) },
    {
      name: 'prices',
      error: 6001,
      // A price with four more bytes, a name with four fewer letters: the length of the leaf stays.
      edit: ({ proof }) => {
        proof.odds.prices.push(1);
        proof.odds.messageId = proof.odds.messageId.slice(4);
      },
    },
    { name: 'identity', error: 6048, edit: ({ proof }) => set(proof.summary, { fixtureId: '1' }) },
    {
      name: 'leaf-64-bytes',
      error: 6102,
      edit: ({ proof }) => set(proof.odds, { messageId: proof.odds.messageId.slice(1) }),
    },
    ...account<'validate_odds'>(6011, 2006),
    { name: 'sub-tree', error: 6003, edit: ({ proof }) => change(proof.subTreePath, 0, otherHash) },
    { name: 'main-path', error: 6004, edit: ({ proof }) => change(proof.mainPath, 0, otherHash) },
  ];
  const fixture = edited(fixtureDraft(), (draft) => {
    draft.proof.snapshot = shortFixture(draft.proof.snapshot, 65);
    draft.proof.summary.competition = '';
    sealAll(draft as Draft);
  });
  const fixtureRows: Row<'validate_fixture'>[] = [
    owner(),
    { name: 'path-length', error: 6062, edit: ({ proof }) => set(proof, { subTreePath: long(proof.subTreePath) }) },
    { name: 'negative', error: 6027, edit: ({ proof }) => set(proof.snapshot, { ts: '-1' }) },
    {
      name: 'range',
      error: 6005,
      edit: ({ proof }) => set(proof.summary, { minTimestamp: String(BigInt(proof.summary.maxTimestamp) + 1n) }),
    },
    { name: 'update-count', error: 6100, edit: ({ proof }) => set(proof.summary, { updateCount: 0 }) },
    {
      name: 'identity',
      error: 6048,
      edit: ({ proof }) => set(proof.summary, { competitionId: proof.summary.competitionId + 1 }),
    },
    {
      name: 'leaf-64-bytes',
      error: 6102,
      edit: ({ proof }) => set(proof.snapshot, { participant1: proof.snapshot.participant1.slice(1) }),
    },
    ...account<'validate_fixture'>(6044, 6005),
    { name: 'sub-tree', error: 6003, edit: ({ proof }) => change(proof.subTreePath, 0, otherHash) },
    { name: 'main-path', error: 6004, edit: ({ proof }) => change(proof.mainPath, 0, otherHash) },
  ];
  const batchRows: Row<'validate_fixture_batch'>[] = [
    owner(),
    { name: 'index', error: 6010, edit: ({ proof }) => set(proof, { index: proof.index + 1 }) },
    { name: 'path-length', error: 6062, edit: ({ proof }) => set(proof, { path: long(proof.path) }) },
    { name: 'range', error: 6005, edit: ({ proof }) => set(proof.metadata, { overallBatchEndTs: '0' }) },
    { name: 'update-count', error: 6100, edit: ({ proof }) => set(proof.metadata, { totalUpdateCount: 0 }) },
    ...account<'validate_fixture_batch'>(6044, 2006),
    { name: 'path', error: 6004, edit: ({ proof }) => change(proof.path, 0, otherHash) },
  ];
  return [
    ...pairs('odds', odds, oddsRows),
    ...pairs('fixture', fixture, fixtureRows),
    ...pairs('batch', fixtureBatchDraft(), batchRows),
  ];
}
