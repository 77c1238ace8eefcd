import { fieldPath } from '../error/index.js';
import { checkValue, type OptionKind, type PartFault } from '../format/checkOptions.js';
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

/** What is wrong with a value at a path from the option on; undefined if nothing is. */
type Form = (value: unknown, path: string) => PartFault | undefined;

/** A value without parts. */
const plain =
  (expected: string, fits: (value: unknown) => boolean): Form =>
  (value, path) =>
    fits(value) ? undefined : { path, value, expected };

const integerFrom = (minimum: number, maximum: number): Form =>
  plain(
    `an integer from ${minimum} to ${maximum}`,
    (value) => Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum,
  );

const U8 = integerFrom(0, 255);
const I32 = integerFrom(I32_MIN, I32_MAX);

const OBJECT: Form = plain(
  'an object',
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/** An object with exactly these fields. */
const fields =
  <T>(forms: { readonly [K in keyof T]-?: Form }): Form =>
  (value, path) => {
    const names = Object.keys(forms) as (keyof T & string)[];
    const expected = `an object with ${names.join(', ')}`;
    if (OBJECT(value, path)) return { path, value, expected };
    const of = value as Record<string, unknown>;
    const unknown = Object.keys(of).find((name) => !Object.hasOwn(forms, name));
    if (unknown !== undefined) return { path: fieldPath(path, unknown), value: of[unknown], expected: 'absent' };
    return firstOf(names, (name) => forms[name](of[name], `${path}.${name}`));
  };

type Names<U> = U extends unknown ? keyof U : never;
type Content<U, K extends PropertyKey> = U extends Readonly<Record<K, infer V>> ? V : never;

/** An object with exactly one of these fields. */
const variant =
  <U>(forms: { readonly [K in Names<U>]: Form & { readonly content?: Content<U, K> } }): Form =>
  (value, path) => {
    const wrong = { path, value, expected: `an object with one of ${Object.keys(forms).join(', ')}` };
    if (OBJECT(value, path)) return wrong;
    const [name, ...others] = Object.keys(value as object);
    if (name === undefined || others.length > 0 || !Object.hasOwn(forms, name)) return wrong;
    const inner = (value as Record<string, unknown>)[name];
    return (forms as Readonly<Record<string, Form>>)[name]?.(inner, `${path}.${name}`);
  };

const listOf =
  (form: Form): Form =>
  (value, path) => {
    if (!Array.isArray(value)) return { path, value, expected: 'a list' };
    return firstOf([...value.keys()], (i) => form(value[i], `${path}[${i}]`));
  };

/** The first fault that a check of several things finds. */
function firstOf<T>(all: readonly T[], check: (one: T) => PartFault | undefined): PartFault | undefined {
  for (const one of all) {
    const fault = check(one);
    if (fault) return fault;
  }
  return undefined;
}

const orNull =
  (form: Form): Form =>
  (value, path) =>
    value === null ? undefined : form(value, path);

const COMPARISON = variant<Comparison>({ greaterThan: OBJECT, lessThan: OBJECT, equalTo: OBJECT });
const OPERATION = variant<BinaryExpression>({ add: OBJECT, subtract: OBJECT });
const PREDICATE = fields<TraderPredicate>({ threshold: I32, comparison: COMPARISON });
const STAT_PREDICATE = variant<StatPredicate>({
  single: fields({ index: U8, predicate: PREDICATE }),
  binary: fields({ indexA: U8, indexB: U8, op: OPERATION, predicate: PREDICATE }),
});

/** An option of this form. A value that is no object or list at all is shown whole. */
const kindOf = (expected: string, form: Form): OptionKind => ({
  expected,
  fits: (value) => form(value, '') === undefined,
  faultIn: (value) => {
    const fault = form(value, '');
    return fault?.path === '' ? undefined : fault;
  },
});

export const STRATEGY: OptionKind = kindOf(
  'a strategy, as strategyOf makes it',
  fields<NDimensionalStrategy>({
    geometricTargets: listOf(fields<GeometricTarget>({ statIndex: U8, prediction: I32 })),
    distancePredicate: orNull(PREDICATE),
    discretePredicates: listOf(STAT_PREDICATE),
  }),
);

/** The question of `validate_stat`. */
export const CLAIM: OptionKind = kindOf(
  'a claim: predicate, and op or null',
  fields({ predicate: PREDICATE, op: orNull(OPERATION) }),
);

const is = (...wanted: readonly string[]): Form =>
  plain(wanted.map((one) => `'${one}'`).join(' or '), (value) => wanted.includes(value as string));
const KEY = integerFrom(0, U32_MAX);

const PARTS: Readonly<Record<ConditionPart['kind'], Form>> = {
  stat: fields({ kind: is('stat'), key: KEY, predicate: PREDICATE }),
  pair: fields({ kind: is('pair'), keyA: KEY, op: is('+', '-'), keyB: KEY, predicate: PREDICATE }),
  distance: fields({
    kind: is('distance'),
    targets: listOf(fields({ key: KEY, prediction: I32 })),
    predicate: PREDICATE,
  }),
};

const PART: Form = (value, path) => {
  const fault = OBJECT(value, path);
  if (fault) return fault;
  const { kind } = value as { readonly kind?: unknown };
  const unknown = is(...Object.keys(PARTS))(kind, `${path}.kind`);
  return unknown ?? PARTS[kind as ConditionPart['kind']](value, path);
};

/** A parsed condition, with at most one distance: a second would replace the first. */
export const CONDITION: OptionKind = kindOf('a condition, as parseCondition reads it', (value, path) => {
  const fault = listOf(PART)(value, path);
  if (fault) return fault;
  const distances = [...(value as ConditionPart[]).entries()].filter(([, { kind }]) => kind === 'distance');
  const [, second] = distances;
  return second && { path: `${path}[${second[0]}]`, value: second[1], expected: 'a part beside one distance' };
});

/** Errors: MISSING_OPTION and WRONG_OPTION, naming the function `of`. */
export const checkStrategyForm = (of: string, strategy: unknown): void =>
  checkValue(of, 'strategy', strategy, STRATEGY);
