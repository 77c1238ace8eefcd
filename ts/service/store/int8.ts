import { fail } from '../../error/index.js';

/** Number of PostgreSQL's type of 64-bit integers. */
export const INT8_OID = 20;

/** Every identifier and time of the service is below 2^53: a number that is not would lose digits, so it is refused (7003). */
export function int8(text: string): number {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : fail(7003, { message: `${text} is beyond ±(2^53 − 1).`, value: text });
}
