import { SPORT_NOT_TRUSTED } from '../error/codes/options.js';
import { isObject } from '../error/isObject.js';
import type { Shape } from '../error/shapeFault.js';
import type { OptionKind } from './checkOptions.js';
import { I32_MAX } from './integer.js';
import { listOf as shapeOfList } from './shape.js';
import { SPORTS } from './sports/sports.js';

/**
 * Kinds of option values, with their names in errors. Checks avoid `instanceof`, because a value may come from another
 * realm or package copy.
 */

const isBytes = (value: unknown): value is Uint8Array =>
  Object.prototype.toString.call(value) === '[object Uint8Array]';

export const BYTES: OptionKind = { expected: 'a Uint8Array', fits: isBytes };

/** A value with parts. */
export const shaped = (expected: string, shape: Shape): OptionKind => ({
  expected,
  shape,
  fits: shape.fits,
});

export const KEYS = /* @__PURE__ */ shaped('a list of keys, each a Uint8Array', /* @__PURE__ */ shapeOfList(BYTES));

export const OBJECT: OptionKind = { expected: 'an object', fits: isObject };

export const LIST: OptionKind = { expected: 'a list', fits: Array.isArray };

export const FUNCTION: OptionKind = { expected: 'a function', fits: (value) => typeof value === 'function' };

export const BOOLEAN: OptionKind = { expected: 'true or false', fits: (value) => typeof value === 'boolean' };

export const TEXT: OptionKind = { expected: 'a text', fits: (value) => typeof value === 'string' };

export const AMOUNT: OptionKind = {
  expected: 'a bigint from 0',
  fits: (value) => typeof value === 'bigint' && value >= 0n,
};

export const SIGNAL: OptionKind = {
  expected: 'an AbortSignal',
  fits: (value) => isObject(value) && typeof value.aborted === 'boolean',
};

export const integerOf = (minimum: number, maximum: number = Number.MAX_SAFE_INTEGER): OptionKind => ({
  expected: `an integer from ${minimum}${maximum === Number.MAX_SAFE_INTEGER ? '' : ` to ${maximum}`}`,
  fits: (value) => Number.isSafeInteger(value) && (value as number) >= minimum && (value as number) <= maximum,
});

/** A number whose range is checked elsewhere. */
export const NUMBER: OptionKind = { expected: 'a number', fits: (value) => Number.isFinite(value) };

export const NUMBERS = /* @__PURE__ */ shaped('a list of numbers', /* @__PURE__ */ shapeOfList(NUMBER));

/** Duration of a timer in ms. A timer of more than 31 bits would fire at once. */
export const DURATION: OptionKind = /* @__PURE__ */ integerOf(1, I32_MAX);

export const oneOf = (...values: readonly string[]): OptionKind => ({
  expected: values.map((value) => `'${value}'`).join(' or '),
  fits: (value) => typeof value === 'string' && values.includes(value),
});

/** A key of a table. */
export const keyOf = (table: Readonly<Record<string, unknown>>): OptionKind => oneOf(...Object.keys(table));

/** A list of such texts, at least one. */
export const listOf = (...values: readonly string[]): OptionKind => ({
  expected: `a list of ${values.map((value) => `'${value}'`).join(' or ')}`,
  fits: (value) => Array.isArray(value) && value.length > 0 && value.every((one) => oneOf(...values).fits(one)),
});

export const SPORT: OptionKind = { ...oneOf(...SPORTS), code: SPORT_NOT_TRUSTED };

/** A sport, or `any-one` for the sport of the first zero proof. */
export const TRUST: OptionKind = { ...oneOf(...SPORTS, 'any-one'), code: SPORT_NOT_TRUSTED };
