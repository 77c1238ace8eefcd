import { fail, INVALID_NUMBER } from '@linesman/sdk/error';

/** OID of PostgreSQL's int8 type. */
export const INT8_OID = 20;

/**
 * Parses a 64-bit integer. All ids and times of the service are below 2^53; larger numbers would lose digits. Errors:
 * INVALID_NUMBER.
 */
export function int8(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  return fail(INVALID_NUMBER, { what: 'A number in the database', value: text, expected: 'within ±(2^53 − 1)' });
}
