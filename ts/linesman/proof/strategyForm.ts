import { checkValue, type OptionKind } from '../format/checkOptions.js';
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
import type { ConditionPart } from './condition.js';

/**
 * Checks the shape of a strategy. From plain JavaScript, a misspelt comparison would otherwise count as `equalTo`, a
 * misspelt operation as `subtract`, an invalid index as a stat of 0, and a misspelt part as absent.
 */

type Form = (value: unknown) => boolean;

const integerFrom =
  (minimum: number, maximum: number): Form =>
  (value) =>
    Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum;

const U8 = integerFrom(0, 255);
const I32 = integerFrom(I32_MIN, I32_MAX);

const isObject: Form = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object with exactly these fields. */
const fields =
  <T>(forms: { readonly [K in keyof T]-?: Form }): Form =>
  (value) => {
    if (!isObject(value)) return false;
    const of = value as Record<string, unknown>;
    const names = Object.keys(forms) as (keyof T & string)[];
    return Object.keys(of).length === names.length && names.every((name) => forms[name](of[name]));
  };

type Names<U> = U extends unknown ? keyof U : never;
type Content<U, K extends PropertyKey> = U extends Readonly<Record<K, infer V>> ? V : never;

/** An object with exactly one of these fields. */
const variant =
  <U>(forms: { readonly [K in Names<U>]: Form & { readonly content?: Content<U, K> } }): Form =>
  (value) => {
    if (!isObject(value)) return false;
    const [name, ...others] = Object.keys(value as object);
    if (name === undefined || others.length > 0 || !Object.hasOwn(forms, name)) return false;
    return (forms as Readonly<Record<string, Form>>)[name]?.((value as Record<string, unknown>)[name]) === true;
  };

const listOf =
  (form: Form): Form =>
  (value) =>
    Array.isArray(value) && value.every(form);

const COMPARISON = variant<Comparison>({ greaterThan: isObject, lessThan: isObject, equalTo: isObject });
const OPERATION = variant<BinaryExpression>({ add: isObject, subtract: isObject });
const PREDICATE = fields<TraderPredicate>({ threshold: I32, comparison: COMPARISON });
const STAT_PREDICATE = variant<StatPredicate>({
  single: fields({ index: U8, predicate: PREDICATE }),
  binary: fields({ indexA: U8, indexB: U8, op: OPERATION, predicate: PREDICATE }),
});
const orNull =
  (form: Form): Form =>
  (value) =>
    value === null || form(value);

export const STRATEGY: OptionKind = {
  expected: 'a strategy, as strategyOf makes it',
  fits: fields<NDimensionalStrategy>({
    geometricTargets: listOf(fields<GeometricTarget>({ statIndex: U8, prediction: I32 })),
    distancePredicate: orNull(PREDICATE),
    discretePredicates: listOf(STAT_PREDICATE),
  }),
};

/** The question of `validate_stat`. */
export const CLAIM: OptionKind = {
  expected: 'a claim: predicate, and op or null',
  fits: fields({ predicate: PREDICATE, op: orNull(OPERATION) }),
};

const is =
  (wanted: string): Form =>
  (value) =>
    value === wanted;
const KEY = integerFrom(0, U32_MAX);

const PARTS: Readonly<Record<ConditionPart['kind'], Form>> = {
  stat: fields({ kind: is('stat'), key: KEY, predicate: PREDICATE }),
  pair: fields({
    kind: is('pair'),
    keyA: KEY,
    op: (value) => value === '+' || value === '-',
    keyB: KEY,
    predicate: PREDICATE,
  }),
  distance: fields({
    kind: is('distance'),
    targets: listOf(fields({ key: KEY, prediction: I32 })),
    predicate: PREDICATE,
  }),
};

/** A parsed condition, with at most one distance: a second would replace the first. */
export const CONDITION: OptionKind = {
  expected: 'a condition, as parseCondition reads it',
  fits: (value) =>
    listOf((part) => Object.values(PARTS).some((form) => form(part)))(value) &&
    (value as ConditionPart[]).filter(({ kind }) => kind === 'distance').length <= 1,
};

/** Errors: MISSING_OPTION and WRONG_OPTION, naming the function `of`. */
export const checkStrategyForm = (of: string, strategy: unknown): void =>
  checkValue(of, 'strategy', strategy, STRATEGY);
