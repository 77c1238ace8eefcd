import { checkValue } from '../format/checkOptions.js';
import { I32_MAX, I32_MIN, U32_MAX } from '../format/integer.js';
import { integerOf, keyOf, oneOf, shaped } from '../format/optionKinds.js';
import { fieldsOf, kindOf, listOf, orNull, variantOf } from '../format/shape.js';
import type { GeometricTarget, NDimensionalStrategy, StatPredicate, TraderPredicate } from '../format/strategy.js';
import { COMPARISON, OPERATION, OPERATORS, type OperatorSign } from './signs.js';

/** One part of a condition, in terms of stat keys. */
export type ConditionPart =
  | { readonly kind: 'stat'; readonly key: number; readonly predicate: TraderPredicate }
  | {
      readonly kind: 'pair';
      readonly keyA: number;
      readonly op: OperatorSign;
      readonly keyB: number;
      readonly predicate: TraderPredicate;
    }
  | {
      readonly kind: 'distance';
      readonly targets: readonly { readonly key: number; readonly prediction: number }[];
      readonly predicate: TraderPredicate;
    };

/** Parts that must all hold. */
export type Condition = readonly ConditionPart[];

/**
 * Checks the shape of a strategy. From plain JavaScript, a misspelt comparison would otherwise count as `equalTo`, a
 * misspelt operation as `subtract`, an invalid index as a stat of 0, and a misspelt part as absent.
 */

type PartOf<K> = Extract<ConditionPart, { readonly kind: K }>;

const U8 = /* @__PURE__ */ integerOf(0, 255);
const I32 = /* @__PURE__ */ integerOf(I32_MIN, I32_MAX);

const PREDICATE = /* @__PURE__ */ fieldsOf<TraderPredicate>({ threshold: I32, comparison: COMPARISON });
const STAT_PREDICATE = /* @__PURE__ */ variantOf<StatPredicate>({
  single: /* @__PURE__ */ fieldsOf({ index: U8, predicate: PREDICATE }),
  binary: /* @__PURE__ */ fieldsOf({ indexA: U8, indexB: U8, op: OPERATION, predicate: PREDICATE }),
});

export const STRATEGY = /* @__PURE__ */ shaped(
  'a strategy, as strategyOf makes it',
  /* @__PURE__ */ fieldsOf<NDimensionalStrategy>({
    geometricTargets: /* @__PURE__ */ listOf(
      /* @__PURE__ */ fieldsOf<GeometricTarget>({ statIndex: U8, prediction: I32 }),
    ),
    distancePredicate: /* @__PURE__ */ orNull(PREDICATE),
    discretePredicates: /* @__PURE__ */ listOf(STAT_PREDICATE),
  }),
);

/** The question of `validate_stat`. */
export const CLAIM = /* @__PURE__ */ shaped(
  'a claim: predicate, and op or null',
  /* @__PURE__ */ fieldsOf({ predicate: PREDICATE, op: /* @__PURE__ */ orNull(OPERATION) }),
);

const KEY = /* @__PURE__ */ integerOf(0, U32_MAX);

const PART = /* @__PURE__ */ kindOf<ConditionPart['kind']>({
  stat: /* @__PURE__ */ fieldsOf<PartOf<'stat'>>({
    kind: /* @__PURE__ */ oneOf('stat'),
    key: KEY,
    predicate: PREDICATE,
  }),
  pair: /* @__PURE__ */ fieldsOf<PartOf<'pair'>>({
    kind: /* @__PURE__ */ oneOf('pair'),
    keyA: KEY,
    op: /* @__PURE__ */ keyOf(OPERATORS),
    keyB: KEY,
    predicate: PREDICATE,
  }),
  distance: /* @__PURE__ */ fieldsOf<PartOf<'distance'>>({
    kind: /* @__PURE__ */ oneOf('distance'),
    targets: /* @__PURE__ */ listOf(/* @__PURE__ */ fieldsOf({ key: KEY, prediction: I32 })),
    predicate: PREDICATE,
  }),
});

/** A parsed condition, with at most one distance, because a second one would replace the first. */
export const CONDITION = /* @__PURE__ */ shaped(
  'a condition, as parseCondition reads it',
  /* @__PURE__ */ listOf(PART, {
    fits: (part) => (part as ConditionPart).kind === 'distance',
    expected: 'a part beside one distance',
  }),
);

/** Errors: MISSING_OPTION and WRONG_OPTION, naming the function `caller`. */
export const checkStrategyForm = (caller: string, strategy: unknown): void =>
  checkValue(caller, 'strategy', strategy, STRATEGY);
