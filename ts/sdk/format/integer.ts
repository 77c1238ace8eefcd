import { INVALID_NUMBER } from '../error/codes/library.js';
import { about } from '../error/fieldPath.js';
import { fail } from '../error/linesmanError.js';

export const I32_MIN = -(2 ** 31);
export const I32_MAX = 2 ** 31 - 1;
export const U16_MAX = 2 ** 16 - 1;
export const U32_MAX = 2 ** 32 - 1;

/**
 * Checks that a value is an integer from `minimum` to `maximum` and returns it. 64-bit fields are plain numbers up to
 * ±(2^53 − 1): larger JSON numbers have already lost digits, and all ids and timestamps are smaller. Errors:
 * INVALID_NUMBER.
 *
 * @param what Name of the value in errors.
 *
 * @example
 * ```ts
 * import { integer } from '@linesman/sdk/format';
 *
 * integer(17, 0, 287, 'slot'); // 17
 * ```
 */
export function integer(value: unknown, minimum: number, maximum: number, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < minimum || value > maximum) {
    return fail(INVALID_NUMBER, { ...about(what), value, expected: `an integer from ${minimum} to ${maximum}` });
  }
  // JSON may contain -0, which must encode like 0.
  return value === 0 ? 0 : value;
}
