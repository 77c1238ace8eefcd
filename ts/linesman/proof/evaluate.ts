import {
  DUPLICATE_STAT_COVERAGE,
  fail,
  INCOMPLETE_STAT_COVERAGE,
  INDEX_OUT_OF_BOUNDS,
  MISSING_DISTANCE_PREDICATE,
  OVERFLOW,
} from '../error/index.js';
import {
  type BinaryExpression,
  I32_MAX,
  I32_MIN,
  type NDimensionalStrategy,
  type StatPredicate,
  type TraderPredicate,
  U32_MAX,
} from '../format/index.js';
import { type Fact, factValue } from './fact.js';
import { checkStrategyForm } from './strategyForm.js';

/** Indices that a strategy uses, in order, repeats included. Errors, as of all that take a strategy: MISSING_OPTION, WRONG_OPTION. */
export function indicesOf(strategy: NDimensionalStrategy): number[] {
  checkStrategyForm('indicesOf', strategy);
  return indicesIn(strategy);
}

function indicesIn(strategy: NDimensionalStrategy): number[] {
  return [
    ...strategy.geometricTargets.map(({ statIndex }) => statIndex),
    ...strategy.discretePredicates.flatMap((predicate) =>
      'single' in predicate ? [predicate.single.index] : [predicate.binary.indexA, predicate.binary.indexB],
    ),
  ];
}

/**
 * The oracle program's rule for a proof of `count` stats: every stat is used exactly once.
 * Errors, in this order: MISSING_DISTANCE_PREDICATE, INDEX_OUT_OF_BOUNDS, DUPLICATE_STAT_COVERAGE,
 * INCOMPLETE_STAT_COVERAGE.
 */
export function checkStrategy(strategy: NDimensionalStrategy, count: number): void {
  checkStrategyForm('checkStrategy', strategy);
  checkPlaces(strategy, count);
  const used = indicesIn(strategy);
  const twice = used.find((index, place) => used.indexOf(index) !== place);
  if (twice !== undefined) fail(DUPLICATE_STAT_COVERAGE, { index: twice });
  const missing = Array.from({ length: count }, (_, i) => i).find((index) => !used.includes(index));
  if (missing !== undefined) fail(INCOMPLETE_STAT_COVERAGE, { index: missing });
}

/** Whether every one of `count` stats is used exactly once. */
export function coversExactly(strategy: NDimensionalStrategy, count: number): boolean {
  checkStrategyForm('coversExactly', strategy);
  const used = indicesIn(strategy);
  return used.length === count && new Set(used).size === count;
}

/**
 * The settlement program's rule: a stat may be used more than once (a range is two predicates on one key) or not at all.
 * Errors, in this order: MISSING_DISTANCE_PREDICATE targets without one, INDEX_OUT_OF_BOUNDS an index beyond the `count`
 * stats.
 */
export function checkPartialStrategy(strategy: NDimensionalStrategy, count: number): void {
  checkStrategyForm('checkPartialStrategy', strategy);
  checkPlaces(strategy, count);
}

function checkPlaces(strategy: NDimensionalStrategy, count: number): void {
  if (strategy.geometricTargets.length > 0 && !strategy.distancePredicate) fail(MISSING_DISTANCE_PREDICATE);
  const outside = indicesIn(strategy).find((index) => index >= count);
  if (outside !== undefined) {
    fail(INDEX_OUT_OF_BOUNDS, { problem: 'no such stat', index: outside, count });
  }
}

/**
 * Evaluates a strategy on proven facts as the oracle's interface demands it, in 32 bits; absent stats count as 0. Checks
 * the strategy in its partial form first. Errors: those of `checkPartialStrategy`; OVERFLOW, whatever the other parts say,
 * for every part is evaluated.
 */
export const evaluateStrategy = (strategy: NDimensionalStrategy, facts: readonly Fact[]): boolean =>
  evaluateIn('evaluateStrategy', strategy, facts, checkedDistance, combine);

/**
 * Evaluates a strategy on proven facts as the settlement program does: exactly, whatever the values are, so that every checked
 * strategy has a verdict. Absent stats count as 0. Errors: those of `checkPartialStrategy`, for a strategy that no market can have.
 */
export const evaluateStrategyWide = (strategy: NDimensionalStrategy, facts: readonly Fact[]): boolean =>
  // A double holds every sum of two 32-bit numbers, and of any distances that there is memory for.
  evaluateIn(
    'evaluateStrategyWide',
    strategy,
    facts,
    (distance) => distance,
    (a, op, b) => ('add' in op ? a + b : a - b),
  );

function evaluateIn(
  name: string,
  strategy: NDimensionalStrategy,
  facts: readonly Fact[],
  held: (distance: number) => number,
  apply: typeof combine,
): boolean {
  checkStrategyForm(name, strategy);
  checkPlaces(strategy, facts.length);
  const values = facts.map(factValue);
  const at = (index: number): number => values[index] ?? 0;
  const distance = strategy.geometricTargets.reduce(
    (sum, { statIndex, prediction }) => held(sum + Math.abs(at(statIndex) - prediction)),
    0,
  );
  let holds = true;
  if (strategy.distancePredicate) {
    const { threshold, comparison } = strategy.distancePredicate;
    // Unsigned on both sides: a negative threshold is a large one, as on chain.
    holds = meets(distance, { threshold: threshold >>> 0, comparison });
  }
  for (const predicate of strategy.discretePredicates) {
    const met = meetsPredicate(predicate, at, apply);
    holds &&= met;
  }
  return holds;
}

function meetsPredicate(predicate: StatPredicate, at: (index: number) => number, apply: typeof combine): boolean {
  if ('single' in predicate) return meets(at(predicate.single.index), predicate.single.predicate);
  const { indexA, indexB, op, predicate: inner } = predicate.binary;
  return meets(apply(at(indexA), op, at(indexB)), inner);
}

const checkedDistance = (distance: number): number => checked(distance, 0, U32_MAX, () => 'The distance');

/** a + b or a − b on i32. Errors: OVERFLOW. */
export function combine(a: number, op: BinaryExpression, b: number): number {
  const isAdd = 'add' in op;
  return checked(isAdd ? a + b : a - b, I32_MIN, I32_MAX, () => `${a} ${isAdd ? '+' : '-'} ${b}`);
}

/** Strict comparison with the threshold. */
export function meets(value: number, { threshold, comparison }: TraderPredicate): boolean {
  if ('greaterThan' in comparison) return value > threshold;
  if ('lessThan' in comparison) return value < threshold;
  return value === threshold;
}

function checked(value: number, minimum: number, maximum: number, term: () => string): number {
  if (value >= minimum && value <= maximum) return value;
  return fail(OVERFLOW, { problem: 'arithmetic', term: term(), value, minimum, maximum });
}
