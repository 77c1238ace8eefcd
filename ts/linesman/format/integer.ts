import { about, fail, INVALID_NUMBER } from '../error/index.js';

export const I32_MIN = -(2 ** 31);
export const I32_MAX = 2 ** 31 - 1;
export const U16_MAX = 2 ** 16 - 1;
export const U32_MAX = 2 ** 32 - 1;

/**
 * An integer from `minimum` to `maximum`, else INVALID_NUMBER. 64-bit fields are plain numbers here and end at ±(2^53 − 1): beyond that a JSON
 * number has already lost digits, and every identifier and millisecond of the service lies below.
 */
export function integer(value: unknown, minimum: number, maximum: number, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < minimum || value > maximum) {
    return fail(INVALID_NUMBER, { ...about(what), value, expected: `an integer from ${minimum} to ${maximum}` });
  }
  // A JSON document may write -0, which is no other integer than 0.
  return value === 0 ? 0 : value;
}
