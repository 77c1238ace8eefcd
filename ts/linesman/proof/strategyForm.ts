import type { Shape } from '../error/shape.js';
import { checkValue } from '../format/checkOptions.js';
import {
  type BinaryExpression,
  type Comparison,
  type GeometricTarget,
  I32_MAX,
  I32_MIN,
  type NDimensionalStrategy,
  type StatPredicate,
  type TraderPredicate,
  U32_MAX,
} from '../format/index.js';
import { integerOf, OBJECT, oneOf, shaped } from '../format/optionKinds.js';
import type { ConditionPart } from './condition.js';

/**
 * Checks the shape of a strategy. From plain JavaScript, a misspelt comparison would otherwise count as `equalTo`, a
 * misspelt operation as `subtract`, an invalid index as a stat of 0, and a misspelt part as absent.
 */

interface Fields<T> {
  readonly fields: { readonly [K in keyof T]-?: Shape };
}
type Names<U> = U extends unknown ? keyof U : never;
interface Variants<U> {
  readonly variants: { readonly [K in Names<U>]: Shape };
}
type PartOf<K> = Extract<ConditionPart, { readonly kind: K }>;

const U8 = /* @__PURE__ */ integerOf(0, 255);
const I32 = /* @__PURE__ */ integerOf(I32_MIN, I32_MAX);
const KEY = /* @__PURE__ */ integerOf(0, U32_MAX);

const COMPARISON: Variants<Comparison> = { variants: { greaterThan: OBJECT, lessThan: OBJECT, equalTo: OBJECT } };
const OPERATION: Variants<BinaryExpression> = { variants: { add: OBJECT, subtract: OBJECT } };
const PREDICATE: Fields<TraderPredicate> = { fields: { threshold: I32, comparison: COMPARISON } };
const STAT_PREDICATE: Variants<StatPredicate> = {
  variants: {
    single: { fields: { index: U8, predicate: PREDICATE } },
    binary: { fields: { indexA: U8, indexB: U8, op: OPERATION, predicate: PREDICATE } },
  },
};
const TARGET: Fields<GeometricTarget> = { fields: { statIndex: U8, prediction: I32 } };
const STRATEGY_SHAPE: Fields<NDimensionalStrategy> = {
  fields: {
    geometricTargets: { list: TARGET },
    distancePredicate: { orNull: PREDICATE },
    discretePredicates: { list: STAT_PREDICATE },
  },
};

export const STRATEGY = /* @__PURE__ */ shaped('a strategy, as strategyOf makes it', STRATEGY_SHAPE);

/** The question of `validate_stat`. */
export const CLAIM = /* @__PURE__ */ shaped('a claim: predicate, and op or null', {
  fields: { predicate: PREDICATE, op: { orNull: OPERATION } },
});

const PARTS: { readonly [K in ConditionPart['kind']]: Fields<PartOf<K>> } = {
  stat: { fields: { kind: /* @__PURE__ */ oneOf('stat'), key: KEY, predicate: PREDICATE } },
  pair: {
    fields: {
      kind: /* @__PURE__ */ oneOf('pair'),
      keyA: KEY,
      op: /* @__PURE__ */ oneOf('+', '-'),
      keyB: KEY,
      predicate: PREDICATE,
    },
  },
  distance: {
    fields: {
      kind: /* @__PURE__ */ oneOf('distance'),
      targets: { list: { fields: { key: KEY, prediction: I32 } } },
      predicate: PREDICATE,
    },
  },
};

/** A parsed condition, with at most one distance: a second would replace the first. */
export const CONDITION = /* @__PURE__ */ shaped('a condition, as parseCondition reads it', {
  list: { kinds: PARTS },
  once: {
    fits: (part) => (part as ConditionPart).kind === 'distance',
    expected: 'a part beside one distance',
  },
});

/** Errors: MISSING_OPTION and WRONG_OPTION, naming the function `of`. */
export const checkStrategyForm = (of: string, strategy: unknown): void =>
  checkValue(of, 'strategy', strategy, STRATEGY);
