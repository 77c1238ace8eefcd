import { fail, INVALID_NUMBER } from 'linesman/error';

/** Number of PostgreSQL's type of 64-bit integers. */
export const INT8_OID = 20;

/**
 * Every identifier and time of the service is below 2^53: a number that is not would lose digits, and is refused. Errors:
 * INVALID_NUMBER.
 */
export function int8(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  return fail(INVALID_NUMBER, { what: 'A number in the database', value: text, expected: 'within ±(2^53 − 1)' });
}
