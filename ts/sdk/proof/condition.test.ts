import { describe, expect, test } from 'vitest';
import { outcome, thrown } from '../../../tests/helpers/thrown.js';
import { statKey } from '../format/statKey.js';
import { coveringStrategyOf, keysOfCondition, parseCondition, strategyOf } from './condition.js';
import { checkPartialStrategy, checkStrategy, coversExactly, evaluateStrategy } from './evaluate.js';
import type { Fact } from './fact.js';

const more = (threshold: number) => ({ threshold, comparison: { greaterThan: {} } });
const less = (threshold: number) => ({ threshold, comparison: { lessThan: {} } });
const equal = (threshold: number) => ({ threshold, comparison: { equalTo: {} } });

describe('parseCondition', () => {
  test('reads stats, sums, differences, distances and conjunctions', () => {
    expect(parseCondition('k1 > 2')).toEqual([{ kind: 'stat', key: 1, predicate: more(2) }]);
    expect(parseCondition('k4294967295 > 2')).toEqual([{ kind: 'stat', key: 4_294_967_295, predicate: more(2) }]);
    expect(parseCondition('k1 - k2 > 0')).toEqual([{ kind: 'pair', keyA: 1, op: '-', keyB: 2, predicate: more(0) }]);
    expect(parseCondition('k7+k8<10 and k1==0')).toEqual([
      { kind: 'pair', keyA: 7, op: '+', keyB: 8, predicate: less(10) },
      { kind: 'stat', key: 1, predicate: equal(0) },
    ]);
    expect(parseCondition('  distance( k1:2 , k2:-1 )<3  AND K1001 == -2147483648 ')).toEqual([
      {
        kind: 'distance',
        targets: [
          { key: 1, prediction: 2 },
          { key: 2, prediction: -1 },
        ],
        predicate: less(3),
      },
      { kind: 'stat', key: 1001, predicate: equal(-2_147_483_648) },
    ]);
    expect(keysOfCondition(parseCondition('k7 + k8 < 10 and k7 > 1 and distance(k1:0) < 1'))).toEqual([7, 8, 1]);
  });

  test.each([
    ['', 1, 'instead of a stat'],
    ['k1', 3, 'the end instead of >, < or =='],
    ['k1 >', 5, 'the end instead of an integer'],
    ['k1 > 2 k2', 8, 'instead of "and"'],
    ['k1 > 2 and', 11, 'the end'],
    ['k1 > 2.5', 7, '"."'],
    ['k1 > x', 6, '"x"'],
    ['k1 > 2147483648', 6, '2147483648'],
    ['k1 > -2147483649', 6, '-2147483649'],
    ['k4294967296 > 1', 1, 'the key 4294967296'],
    ['goals > 1', 1, '"goals"'],
    ['k1 + k2 + k3 > 1', 9, 'a third stat'],
    ['distance(k1:1', 14, 'instead of ")"'],
    ['distance k1:1 < 2', 10, 'instead of "("'],
    ['distance(k1) < 2', 12, 'instead of ":"'],
    ['distance() < 2', 10, 'instead of a stat'],
    ['distance(k1:1) < -2', 18, 'a negative distance'],
    ['distance(k1:1) < 2 and distance(k2:1) < 2', 24, 'a second distance'],
    ['k1 > 2 and\n  k2 @ 3', 17, '"@"'],
  ])('%j is refused at column %i', (text, column, what) => {
    const error = thrown(() => parseCondition(text));
    expect([error.number, error.context.column]).toEqual([7005, column]);
    expect(error.message).toContain(what);
    expect(error.message).toContain(`column ${column}`);
  });

  test.each([
    ['k1 >= 2', 'write k1 > 1'],
    ['k1 <= 2', 'write k1 < 3'],
    ['k1 >= 0', 'write k1 > -1'],
    ['k1 - k2 <= -1', 'write k1 - k2 < 0'],
    ['k1 >=', 'one less'],
    ['k1 = 2', 'k1 =='],
    ['k1 != 2', 'no "not equal"'],
    ['2 < k1', 'stat first'],
    ['-1 < k1', 'stat first'],
    ['k1 > k2', 'Write k1 - k2 > 0.'],
    ['k1 == k2', 'Write k1 - k2 == 0.'],
    ['k1 > 1 or k2 > 1', 'one condition per alternative'],
    ['k1 > 1 || k2 > 1', 'one condition per alternative'],
  ])('%j comes with a hint how to write it', (text, hint) => {
    const error = thrown(() => parseCondition(text));
    expect(error.number).toBe(7005);
    expect(error.hint).toContain(hint);
  });
});

describe('over the stats of a proof', () => {
  const condition = parseCondition('k7 + k8 < 10 and k1 == 0 and distance(k2:3) < 2');

  test('keys become indices', () => {
    expect(strategyOf(condition, [1, 2, 7, 8])).toEqual({
      geometricTargets: [{ statIndex: 1, prediction: 3 }],
      distancePredicate: less(2),
      discretePredicates: [
        { binary: { indexA: 2, indexB: 3, op: { add: {} }, predicate: less(10) } },
        { single: { index: 0, predicate: equal(0) } },
      ],
    });
  });

  test('an unproven key is 7006', () => {
    expect(thrown(() => strategyOf(condition, [1, 2, 7]))).toMatchObject({ number: 7006, context: { key: 8 } });
  });

  test('the oracle program requires every stat exactly once', () => {
    expect(coveringStrategyOf(condition, [8, 7, 2, 1])).toEqual(strategyOf(condition, [8, 7, 2, 1]));
    expect(outcome(() => coveringStrategyOf(condition, [1, 2, 7, 8, 3]))).toBe(6071);
    const range = parseCondition('k1 > 0 and k1 < 5');
    expect(outcome(() => coveringStrategyOf(range, [1]))).toBe(6070);
    expect(coversExactly(strategyOf(range, [1]), 1)).toBe(false);
  });

  test('a key that is proven twice may be used twice', () => {
    const range = coveringStrategyOf(parseCondition('k1 > 0 and k1 < 5'), [1, 1]);
    expect(range.discretePredicates).toEqual([
      { single: { index: 0, predicate: more(0) } },
      { single: { index: 1, predicate: less(5) } },
    ]);
    expect(coversExactly(range, 2)).toBe(true);
  });
});

describe('evaluation', () => {
  const facts: Fact[] = [
    { kind: 'present', key: statKey(1), value: 2, period: 100 },
    { kind: 'absent', key: statKey(2), value: 0 },
    { kind: 'present', key: statKey(7), value: 2_147_483_647, period: 100 },
    { kind: 'present', key: statKey(8), value: -2_147_483_648, period: 100 },
  ];
  const keys = facts.map(({ key }) => key);
  const holds = (text: string) => evaluateStrategy(strategyOf(parseCondition(text), keys), facts);
  const number = (text: string) => outcome(() => holds(text));

  test('comparisons are strict, and an absent stat is 0', () => {
    expect(['k1 > 1', 'k1 > 2', 'k1 < 3', 'k1 < 2', 'k1 == 2', 'k1 == 3', 'k2 == 0', 'k2 > -1'].map(holds)).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
      true,
      true,
    ]);
    expect(
      ['k1 - k2 == 2', 'k2 - k1 == -2', 'k1 + k1 == 4', 'k1 > 1 and k2 > 0', 'k1 > 0 and k1 < 3'].map(holds),
    ).toEqual([true, true, true, false, true]);
  });

  test('every part has to hold', () => {
    const parts = [
      'k1 > 9 and k2 == 0',
      'k2 == 0 and k1 > 9',
      'distance(k1:0) < 1 and k2 == 0',
      'k2 == 0 and distance(k1:0) < 1',
    ];
    expect(parts.map(holds)).toEqual([false, false, false, false]);
    expect(holds('k1 < 9 and k2 == 0 and distance(k1:0) < 3')).toBe(true);
  });

  test('a distance is the sum of the deviations', () => {
    expect(['distance(k1:0, k2:3) == 5', 'distance(k1:0, k2:3) < 5', 'distance(k1:2, k2:0) < 1'].map(holds)).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('32-bit overflow is an error whatever the other parts yield', () => {
    expect(number('k7 + k1 > 0')).toBe(6027);
    expect(number('k8 - k1 < 0')).toBe(6027);
    expect(number('k1 - k8 > 0')).toBe(6027);
    expect(number('k7 + k8 == -1')).toBe(true);
    expect(number('k1 == 9 and k7 + k1 > 0')).toBe(6027);
    expect(number('distance(k7:-2147483648) > 5')).toBe(true);
    expect(number('distance(k7:-2147483648, k1:1) > 5')).toBe(6027);
    expect(number('k1 == 9 and distance(k7:-2147483648, k1:1) > 5')).toBe(6027);
  });

  test('a distance is compared unsigned, so a negative threshold is large', () => {
    const strategy = (comparison: object) => ({
      geometricTargets: [{ statIndex: 0, prediction: 2 }],
      distancePredicate: { threshold: -1, comparison } as never,
      discretePredicates: [],
    });
    expect(evaluateStrategy(strategy({ lessThan: {} }), facts)).toBe(true);
    expect(evaluateStrategy(strategy({ greaterThan: {} }), facts)).toBe(false);
  });

  test('a distance without targets is 0; targets without a distance predicate are 6072', () => {
    const none = { geometricTargets: [], distancePredicate: equal(0), discretePredicates: [] };
    expect(evaluateStrategy(none, facts)).toBe(true);
    const targets = { ...none, distancePredicate: null, geometricTargets: [{ statIndex: 9, prediction: 0 }] };
    expect(outcome(() => evaluateStrategy(targets, facts))).toBe(6072);
    expect(evaluateStrategy({ ...none, distancePredicate: null }, facts)).toBe(true);
  });

  test('faults of a strategy are reported in a fixed order', () => {
    const single = (index: number) => ({ single: { index, predicate: more(0) } });
    const of = (...indices: number[]) => ({
      geometricTargets: [],
      distancePredicate: null,
      discretePredicates: indices.map(single),
    });
    const target = { geometricTargets: [{ statIndex: 0, prediction: 1 }], distancePredicate: null };
    expect(outcome(() => checkStrategy({ ...of(0, 0, 9), ...target }, 2))).toBe(6072);
    expect(outcome(() => checkStrategy(of(0, 0, 9), 2))).toBe(6073);
    expect(outcome(() => checkStrategy(of(0, 0), 2))).toBe(6070);
    expect(outcome(() => checkStrategy(of(0), 2))).toBe(6071);
    expect(outcome(() => checkStrategy(of(1, 0), 2))).toBe(true);
    expect(outcome(() => checkPartialStrategy(of(0, 0), 2))).toBe(true);
    expect(outcome(() => checkPartialStrategy(of(2), 2))).toBe(6073);
  });
});
