import { type Draft, error, type ScoresInstruction, sealAll, setEventRoot } from '../draft.js';
import { set } from '../edits.js';
import { statTree } from '../naiveTree.js';
import { allOf, binary, type Form, matchDraft, predicate, single } from '../scene.js';
import type { Path, ProofV2, ProofV3, Strategy, Vector } from '../vector.js';
import { faulty } from './label.js';

/** Strategies that are errors whatever the values, and sums that overflow (row 11). The stats are 1, 7, 2, 8. */
export function strategyFaults(): Vector[] {
  const truths = [single(0, 'EqualTo', 2), single(1, 'EqualTo', 15), single(2, 'EqualTo', 0), single(3, 'EqualTo', 3)];
  const falsehoods = truths.map((_, i) => single(i, 'LessThan', -1));
  const targets = (...predictions: [number, number][]) =>
    predictions.map(([statIndex, prediction]) => ({ statIndex, prediction }));
  const near = predicate('LessThan', 100);
  const cases: [string, string, number, string, Strategy][] = [
    [
      'strategy-distance',
      'targets-only',
      6072,
      'targets need a distance predicate',
      { ...allOf(...truths.slice(1)), geometricTargets: targets([0, 2]) },
    ],
    [
      'strategy-distance',
      'false-anyway',
      6072,
      'an invalid strategy is an error, also where it would be false',
      { ...allOf(...falsehoods.slice(1)), geometricTargets: targets([0, 2]) },
    ],
    ['strategy-index', 'single', 6073, 'there is no fifth stat', allOf(...truths, single(4, 'EqualTo', 0))],
    ['strategy-index', 'greatest', 6073, 'there is no stat 255', allOf(...truths, single(255, 'EqualTo', 0))],
    [
      'strategy-index',
      'single-false-anyway',
      6073,
      'an invalid strategy is an error, also where it would be false',
      allOf(...falsehoods, single(4, 'EqualTo', 0)),
    ],
    [
      'strategy-index',
      'first-of-two',
      6073,
      'there is no fifth stat',
      allOf(...truths.slice(0, 3), binary(4, 'Add', 3, 'GreaterThan', 0)),
    ],
    [
      'strategy-index',
      'second-of-two',
      6073,
      'there is no fifth stat',
      allOf(...truths.slice(0, 3), binary(3, 'Add', 4, 'GreaterThan', 0)),
    ],
    [
      'strategy-index',
      'target',
      6073,
      'there is no fifth stat',
      { geometricTargets: targets([0, 2], [4, 0]), distancePredicate: near, discretePredicates: truths.slice(1) },
    ],
    ['strategy-twice', 'single', 6070, 'a stat is covered once', allOf(...truths, single(0, 'GreaterThan', 1))],
    [
      'strategy-twice',
      'binary',
      6070,
      'a stat is covered once',
      allOf(...truths.slice(0, 3), binary(3, 'Subtract', 0, 'EqualTo', 1)),
    ],
    [
      'strategy-twice',
      'with-itself',
      6070,
      'a stat is covered once',
      allOf(...truths.slice(0, 3), binary(3, 'Subtract', 3, 'EqualTo', 0)),
    ],
    [
      'strategy-twice',
      'target',
      6070,
      'a stat is covered once',
      { geometricTargets: targets([0, 2]), distancePredicate: near, discretePredicates: truths },
    ],
    [
      'strategy-twice',
      'targets',
      6070,
      'a stat is covered once',
      { geometricTargets: targets([0, 2], [0, 3]), distancePredicate: near, discretePredicates: truths.slice(1) },
    ],
    [
      'strategy-twice',
      'false-anyway',
      6070,
      'an invalid strategy is an error, also where it would be false',
      allOf(...falsehoods, single(0, 'GreaterThan', 1)),
    ],
    ['strategy-uncovered', 'last', 6071, 'every stat is covered', allOf(...truths.slice(0, 3))],
    ['strategy-uncovered', 'first', 6071, 'every stat is covered', allOf(...truths.slice(1))],
    ['strategy-uncovered', 'all', 6071, 'every stat is covered', allOf()],
    [
      'strategy-uncovered',
      'with-targets',
      6071,
      'every stat is covered',
      { geometricTargets: targets([0, 2]), distancePredicate: near, discretePredicates: truths.slice(2) },
    ],
    [
      'strategy-uncovered',
      'false-anyway',
      6071,
      'an invalid strategy is an error, also where it would be false',
      allOf(...falsehoods.slice(0, 3)),
    ],
  ];
  const vectors = cases.flatMap(([cls, name, number, about, strategy]) =>
    (['v2', 'v3', 'v4'] as const).map((form) =>
      faulty(form, matchDraft(form), {
        class: cls,
        name,
        about,
        expect: error(number),
        edit: (draft) => set(draft, { strategy: strategy }),
      }),
    ),
  );

  // Values at the limits of i32.
  const extreme = (form: Form, values: readonly number[], strategy: Strategy) => (draft: Draft<ScoresInstruction>) => {
    const stats = values.map((value, i) => ({ key: i + 1, value, period: 100 }));
    const { root, paths } = statTree(stats);
    const proof = draft.proof as ProofV2;
    proof.leaves = stats.map((stat, i) => ({ stat, path: form === 'v2' ? (paths[i] as Path) : [] }));
    if (form !== 'v2')
      Object.assign(proof as ProofV3, { leafIndices: stats.map((_, i) => stats.length + i), multiproofHashes: [] });
    draft.strategy = strategy;
    setEventRoot(draft, root);
    sealAll(draft);
  };
  const most = 2147483647;
  const least = -2147483648;
  const overflows: [string, string, number[], Strategy][] = [
    ['sum', 'a sum beyond i32', [most, 1], allOf(binary(0, 'Add', 1, 'GreaterThan', 0))],
    ['sum-below', 'a sum below i32', [least, -1], allOf(binary(0, 'Add', 1, 'GreaterThan', 0))],
    ['difference', 'a difference beyond i32', [most, -1], allOf(binary(0, 'Subtract', 1, 'GreaterThan', 0))],
    ['difference-below', 'a difference below i32', [least, 1], allOf(binary(0, 'Subtract', 1, 'GreaterThan', 0))],
    ['least-negated', 'the least i32 has no opposite', [0, least], allOf(binary(0, 'Subtract', 1, 'GreaterThan', 0))],
    [
      'distance',
      'a distance beyond u32',
      [most, most],
      { geometricTargets: targets([0, least], [1, least]), distancePredicate: near, discretePredicates: [] },
    ],
  ];
  for (const [name, about, values, strategy] of overflows)
    for (const form of ['v2', 'v3'] as const)
      vectors.push(
        faulty(form, matchDraft(form), {
          class: 'overflow',
          name,
          about,
          expect: error(6027),
          edit: extreme(form, values, strategy),
        }),
      );
  return vectors;
}
