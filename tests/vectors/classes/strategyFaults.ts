import { type Draft, type ScoresInstruction, sealAll, setEventRoot } from '../draft.js';
import { set } from '../edits.js';
import { statTree } from '../naiveTree.js';
import { allOf, binary, type Form, matchDraft, predicate, single } from '../scene.js';
import type { Path, ProofV2, ProofV3, Strategy, Vector } from '../vector.js';
import { fault } from './label.js';

/** Strategies that are errors whatever the values, and sums that overflow (row 11). The stats are 1, 7, 2, 8. */
export function strategyFaults(): Vector[] {
  const truths = [single(0, 'EqualTo', 2), single(1, 'EqualTo', 15), single(2, 'EqualTo', 0), single(3, 'EqualTo', 3)];
  const falsehoods = truths.map((_, i) => single(i, 'LessThan', -1));
  const targets = (...predictions: [number, number][]) =>
    predictions.map(([statIndex, prediction]) => ({ statIndex, prediction }));
  const near = predicate('LessThan', 100);
  const about = (name: string, usual: string) =>
    name.endsWith('false-anyway') ? 'an invalid strategy is an error, also where it would be false' : usual;
  const fifth = 'there is no fifth stat';
  const distance = (
    of: Strategy['geometricTargets'],
    discretePredicates: Strategy['discretePredicates'],
  ): Strategy => ({
    geometricTargets: of,
    distancePredicate: near,
    discretePredicates,
  });
  const cases: [string, number, string, Record<string, Strategy>][] = [
    [
      'strategy-distance',
      6072,
      'targets need a distance predicate',
      {
        'targets-only': { ...allOf(...truths.slice(1)), geometricTargets: targets([0, 2]) },
        'false-anyway': { ...allOf(...falsehoods.slice(1)), geometricTargets: targets([0, 2]) },
      },
    ],
    ['strategy-index', 6073, fifth, { single: allOf(...truths, single(4, 'EqualTo', 0)) }],
    ['strategy-index', 6073, 'there is no stat 255', { greatest: allOf(...truths, single(255, 'EqualTo', 0)) }],
    [
      'strategy-index',
      6073,
      fifth,
      {
        'single-false-anyway': allOf(...falsehoods, single(4, 'EqualTo', 0)),
        'first-of-two': allOf(...truths.slice(0, 3), binary(4, 'Add', 3, 'GreaterThan', 0)),
        'second-of-two': allOf(...truths.slice(0, 3), binary(3, 'Add', 4, 'GreaterThan', 0)),
        target: distance(targets([0, 2], [4, 0]), truths.slice(1)),
      },
    ],
    [
      'strategy-twice',
      6070,
      'a stat is covered once',
      {
        single: allOf(...truths, single(0, 'GreaterThan', 1)),
        binary: allOf(...truths.slice(0, 3), binary(3, 'Subtract', 0, 'EqualTo', 1)),
        'with-itself': allOf(...truths.slice(0, 3), binary(3, 'Subtract', 3, 'EqualTo', 0)),
        target: distance(targets([0, 2]), truths),
        targets: distance(targets([0, 2], [0, 3]), truths.slice(1)),
        'false-anyway': allOf(...falsehoods, single(0, 'GreaterThan', 1)),
      },
    ],
    [
      'strategy-uncovered',
      6071,
      'every stat is covered',
      {
        last: allOf(...truths.slice(0, 3)),
        first: allOf(...truths.slice(1)),
        all: allOf(),
        'with-targets': distance(targets([0, 2]), truths.slice(2)),
        'false-anyway': allOf(...falsehoods.slice(0, 3)),
      },
    ],
  ];
  const vectors = cases.flatMap(([cls, number, usual, strategies]) =>
    Object.entries(strategies).flatMap(([name, strategy]) =>
      (['v2', 'v3', 'v4'] as const).map((form) =>
        fault(form, matchDraft(form), cls, name, number, about(name, usual), (draft) => set(draft, { strategy })),
      ),
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
    ['distance', 'a distance beyond u32', [most, most], distance(targets([0, least], [1, least]), [])],
  ];
  for (const [name, about, values, strategy] of overflows)
    for (const form of ['v2', 'v3'] as const)
      vectors.push(fault(form, matchDraft(form), 'overflow', name, 6027, about, extreme(form, values, strategy)));
  return vectors;
}
