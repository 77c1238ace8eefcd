import {
  DUPLICATE_STAT_COVERAGE,
  INCOMPLETE_STAT_COVERAGE,
  INDEX_OUT_OF_BOUNDS,
  MISSING_DISTANCE_PREDICATE,
  OVERFLOW,
} from '../error/codes/oracle.js';
import { fail } from '../error/linesmanError.js';
import { I32_MAX, I32_MIN, U32_MAX } from '../format/integer.js';
import type { BinaryExpression, NDimensionalStrategy, StatPredicate } from '../format/strategy.js';
import type { Fact } from './fact.js';
import { combined, meets, operatorSign } from './signs.js';
import { checkStrategyForm } from './strategyForm.js';

/**
 * Lists the stat indices that a strategy uses, in order, with repeats. Errors, as in every function here that takes a
 * strategy: MISSING_OPTION, WRONG_OPTION.
 *
 * @example
 * ```ts
 * import { indicesOf, parseCondition, strategyOf } from '@linesman/sdk/proof';
 *
 * indicesOf(strategyOf(parseCondition('k1 > 0 and k1 < 4'), [1])); // [0, 0]
 * ```
 */
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
 * Checks the oracle program's rule for a proof of `count` stats: the strategy uses every stat exactly once. Errors, in
 * this order: MISSING_DISTANCE_PREDICATE, INDEX_OUT_OF_BOUNDS, DUPLICATE_STAT_COVERAGE, INCOMPLETE_STAT_COVERAGE.
 *
 * @example
 * ```ts
 * import { checkStrategy, parseCondition, strategyOf } from '@linesman/sdk/proof';
 *
 * checkStrategy(strategyOf(parseCondition('k1 - k2 > 0'), [1, 2]), 2);
 * ```
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

/**
 * Whether a strategy uses each of `count` stats exactly once.
 *
 * @example
 * ```ts
 * import { coversExactly, parseCondition, strategyOf } from '@linesman/sdk/proof';
 *
 * coversExactly(strategyOf(parseCondition('k1 > 0'), [1, 2]), 2); // false: k2 is unused
 * ```
 */
export function coversExactly(strategy: NDimensionalStrategy, count: number): boolean {
  checkStrategyForm('coversExactly', strategy);
  const used = indicesIn(strategy);
  return used.length === count && new Set(used).size === count;
}

/**
 * Checks the settlement program's rule: a strategy may use a stat more than once (a range is two predicates on one key)
 * or not at all. Errors, in this order: MISSING_DISTANCE_PREDICATE for targets without one; INDEX_OUT_OF_BOUNDS for an
 * index of `count` or more.
 *
 * @example
 * ```ts
 * import { checkPartialStrategy, parseCondition, strategyOf } from '@linesman/sdk/proof';
 *
 * checkPartialStrategy(strategyOf(parseCondition('k1 > 0 and k1 < 4'), [1, 2]), 2);
 * ```
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
 * Evaluates a strategy on proven facts as the oracle program does, in 32 bits. Absent stats count as 0. Every part is
 * evaluated, so an overflow in one is an error whatever the others yield. Errors: those of `checkPartialStrategy`;
 * OVERFLOW.
 *
 * @example
 * ```ts
 * import { evaluateStrategy, parseCondition, type ProvenEvent, strategyOf } from '@linesman/sdk/proof';
 *
 * declare const event: ProvenEvent;
 * const keys = event.facts.map(({ key }) => key);
 * const holds = evaluateStrategy(strategyOf(parseCondition('k1 - k2 > 0'), keys), event.facts);
 * ```
 */
export const evaluateStrategy = (strategy: NDimensionalStrategy, facts: readonly Fact[]): boolean =>
  evaluateIn('evaluateStrategy', strategy, facts, checkedDistance, combine);

/**
 * Evaluates a strategy on proven facts as the settlement program does: with exact arithmetic, so that every valid
 * strategy has a verdict. Absent stats count as 0. Errors: those of `checkPartialStrategy`.
 *
 * @example
 * ```ts
 * import { evaluateStrategyWide, type ProvenEvent } from '@linesman/sdk/proof';
 * import type { MarketTerms } from '@linesman/sdk/program';
 *
 * declare const event: ProvenEvent;
 * declare const terms: MarketTerms;
 * const outcome = terms.outcomes.findIndex((strategy) => evaluateStrategyWide(strategy, event.facts));
 * ```
 */
export const evaluateStrategyWide = (strategy: NDimensionalStrategy, facts: readonly Fact[]): boolean =>
  // A double is exact for sums of two i32, and for the sum of as many distances as fit in memory.
  evaluateIn('evaluateStrategyWide', strategy, facts, (distance) => distance, combined);

function evaluateIn(
  name: string,
  strategy: NDimensionalStrategy,
  facts: readonly Fact[],
  held: (distance: number) => number,
  apply: typeof combine,
): boolean {
  checkStrategyForm(name, strategy);
  checkPlaces(strategy, facts.length);
  const values = facts.map(({ value }) => value);
  const at = (index: number): number => values[index] ?? 0;
  const distance = strategy.geometricTargets.reduce(
    (sum, { statIndex, prediction }) => held(sum + Math.abs(at(statIndex) - prediction)),
    0,
  );
  let holds = true;
  if (strategy.distancePredicate) {
    const { threshold, comparison } = strategy.distancePredicate;
    // The comparison is unsigned, as on chain, so a negative threshold is a large one.
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
  return checked(combined(a, op, b), I32_MIN, I32_MAX, () => `${a} ${operatorSign(op)} ${b}`);
}

function checked(value: number, minimum: number, maximum: number, term: () => string): number {
  if (value >= minimum && value <= maximum) return value;
  return fail(OVERFLOW, { problem: 'arithmetic', term: term(), value, minimum, maximum });
}
