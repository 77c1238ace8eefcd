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
  Stat,
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

const row = <I extends Instruction>(
  name: string,
  error: number,
  edit: Row<I>['edit'],
  unseen?: Row<I>['unseen'],
): Row<I> => ({ name, error, edit, ...(unseen && { unseen }) });

const statOf = (proof: unknown, place: number): Stat => ((proof as ProofV2).leaves[place] as Leaf).stat;
const raise = (stat: Stat): void => set(stat, { value: stat.value + 1 });
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
const owner = <I extends Instruction>(): Row<I> =>
  row('owner', 2004, ({ roots }) => set(roots, { tamper: { ...roots.tamper, owner: 'other' } }), PROGRAM_ONLY);

const account = <I extends Instruction>(short: number, otherDay: number): Row<I>[] => [
  row('account-length', short, ({ roots }) =>
    set(roots, { tamper: { ...roots.tamper, length: roots.kind === 'fixtures' ? 7695 : 9231 } }),
  ),
  row('discriminator', 6008, ({ roots }) =>
    set(roots, { tamper: { ...roots.tamper, discriminator: '1122334455667788' } }),
  ),
  row('stored-day', otherDay, ({ roots }) => set(roots, { tamper: { ...roots.tamper, storedDay: roots.day + 10 } })),
  row('not-published', 6007, ({ roots }) => set(roots, { slots: {} })),
];

type Scores = Draft<ScoresInstruction>;

const timestamp: Row<ScoresInstruction> = row('timestamp', 6010, ({ proof }) =>
  set(proof, { ts: String(BigInt(proof.ts) + 1n) }),
);
const times: Row<ScoresInstruction>[] = [
  row('path-length', 6062, ({ proof }) => set(proof, { mainPath: long(proof.mainPath) })),
  row('negative', 6027, ({ proof }) => {
    proof.summary.minTimestamp = '-1';
    proof.ts = '-1';
  }),
  row('two-slots', 6005, ({ proof }) =>
    set(proof.summary, { maxTimestamp: String(BigInt(proof.summary.maxTimestamp) + 300_000n) }),
  ),
  row('update-count', 6100, ({ proof }) => set(proof.summary, { updateCount: 0 })),
];
const main: Row<ScoresInstruction> = row('main-path', 6004, ({ proof }) => change(proof.mainPath, 0, otherHash));
const fixturePath: Row<ScoresInstruction> = row('fixture-path', 6022, ({ proof }) =>
  change(proof.fixturePath, 1, otherHash),
);
const strategy: Row<ScoresInstruction> = row('strategy', 6072, (draft) =>
  set(draft.strategy as Strategy, { geometricTargets: [{ statIndex: 0, prediction: 1 }] }),
);
const sixStats: Row<ScoresInstruction> = row('stats', 6069, ({ proof }) => {
  const of = proof as ProofV2;
  while (of.leaves.length < 6) of.leaves.push(structuredClone(of.leaves[0] as Leaf));
});
const zeroStat: Row<ScoresInstruction> = row('zero-stat', 6074, ({ proof }) => set(statOf(proof, 2), { key: 3001 }));

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
  row('combination', 6024, (draft) => set(draft.strategy as StrategyV1, { op: null })),
  ...account<ScoresInstruction>(6011, 2006),
  main,
  row('first-stat', 6023, ({ proof }) => set((proof as ProofV1).statA.stat, { key: 9 })),
  row('second-root', 6024, ({ proof }) => set((proof as ProofV1).statB as Term, { eventStatRoot: '77'.repeat(32) })),
  row('second-stat', 6023, ({ proof }) => set(((proof as ProofV1).statB as Term).stat, { key: 9 })),
  row('sum', 6027, (draft) => set(draft.strategy as StrategyV1, { op: 'Add' })),
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
  row('first-stat', 6023, ({ proof }) => raise(statOf(proof, 0))),
  zeroStat,
  row('last-stat', 6023, ({ proof }) => raise(statOf(proof, 3))),
  strategy,
];

const multi: Row<ScoresInstruction>[] = [
  sixStats,
  timestamp,
  ...times,
  row('index-count', 6075, ({ proof }) => (proof as ProofV3).leafIndices.push(12)),
  row('indices', 6076, ({ proof }) => (proof as ProofV3).leafIndices.splice(0, 1, 3)),
  ...account<ScoresInstruction>(6011, 2006),
  main,
  fixturePath,
  zeroStat,
  row('hash-missing', 6077, ({ proof }) => (proof as ProofV3).multiproofHashes.pop()),
  row('root', 6023, ({ proof }) => raise(statOf(proof, 0))),
  strategy,
];

export function precedence(): Vector[] {
  const chains: Vector[] = [
    ...pairs('v1', overflowing(), rowsV1),
    ...pairs('v2', matchDraft('v2'), rowsV2),
    ...pairs('v3', matchDraft('v3'), [owner(), ...multi]),
    ...pairs('v4', matchDraft('v4'), [
      row(
        'credits',
        6079,
        (draft) => {
          const change = draft.v4;
          draft.v4 = (v4, digest) => ({ ...(typeof change === 'function' ? change(v4, digest) : v4), credits: 0 });
        },
        PROGRAM_ONLY,
      ),
      row('signature-instruction', 6080, (draft) => set(draft, { v4: (v4) => ({ ...v4, before: [] }) }), [
        'typescript',
      ]),
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
    row('timestamp', 6010, ({ proof }) => set(proof, { ts: String(BigInt(proof.ts) + 1n) })),
    row('path-length', 6062, ({ proof }) => set(proof, { subTreePath: long(proof.subTreePath) })),
    row('negative', 6027, ({ proof }) => {
      proof.ts = '-1';
      proof.odds.ts = '-1';
    }),
    row('range', 6005, ({ proof }) =>
      set(proof.summary, { minTimestamp: String(BigInt(proof.summary.maxTimestamp) + 1n) }),
    ),
    row('update-count', 6100, ({ proof }) => set(proof.summary, { updateCount: 0 })),
    // A price with four more bytes, a name with four fewer letters: the length of the leaf stays.
    row('prices', 6001, ({ proof }) => {
      proof.odds.prices.push(1);
      proof.odds.messageId = proof.odds.messageId.slice(4);
    }),
    row('identity', 6048, ({ proof }) => set(proof.summary, { fixtureId: '1' })),
    row('leaf-64-bytes', 6102, ({ proof }) => set(proof.odds, { messageId: proof.odds.messageId.slice(1) })),
    ...account<'validate_odds'>(6011, 2006),
    row('sub-tree', 6003, ({ proof }) => change(proof.subTreePath, 0, otherHash)),
    row('main-path', 6004, ({ proof }) => change(proof.mainPath, 0, otherHash)),
  ];
  const fixture = edited(fixtureDraft(), (draft) => {
    draft.proof.snapshot = shortFixture(draft.proof.snapshot, 65);
    draft.proof.summary.competition = '';
    sealAll(draft as Draft);
  });
  const fixtureRows: Row<'validate_fixture'>[] = [
    owner(),
    row('path-length', 6062, ({ proof }) => set(proof, { subTreePath: long(proof.subTreePath) })),
    row('negative', 6027, ({ proof }) => set(proof.snapshot, { ts: '-1' })),
    row('range', 6005, ({ proof }) =>
      set(proof.summary, { minTimestamp: String(BigInt(proof.summary.maxTimestamp) + 1n) }),
    ),
    row('update-count', 6100, ({ proof }) => set(proof.summary, { updateCount: 0 })),
    row('identity', 6048, ({ proof }) => set(proof.summary, { competitionId: proof.summary.competitionId + 1 })),
    row('leaf-64-bytes', 6102, ({ proof }) =>
      set(proof.snapshot, { participant1: proof.snapshot.participant1.slice(1) }),
    ),
    ...account<'validate_fixture'>(6044, 6005),
    row('sub-tree', 6003, ({ proof }) => change(proof.subTreePath, 0, otherHash)),
    row('main-path', 6004, ({ proof }) => change(proof.mainPath, 0, otherHash)),
  ];
  const batchRows: Row<'validate_fixture_batch'>[] = [
    owner(),
    row('index', 6010, ({ proof }) => set(proof, { index: proof.index + 1 })),
    row('path-length', 6062, ({ proof }) => set(proof, { path: long(proof.path) })),
    row('range', 6005, ({ proof }) => set(proof.metadata, { overallBatchEndTs: '0' })),
    row('update-count', 6100, ({ proof }) => set(proof.metadata, { totalUpdateCount: 0 })),
    ...account<'validate_fixture_batch'>(6044, 2006),
    row('path', 6004, ({ proof }) => change(proof.path, 0, otherHash)),
  ];
  return [
    ...pairs('odds', odds, oddsRows),
    ...pairs('fixture', fixture, fixtureRows),
    ...pairs('batch', fixtureBatchDraft(), batchRows),
  ];
}
