import { INVALID_NUMBER } from '../../error/codes/library.js';
import { fail } from '../../error/linesmanError.js';

/** The bytes of an ASCII seed. */
export const word = (text: string): Uint8Array => new TextEncoder().encode(text);

type Width = 1 | 2 | 4 | 8;

/** Checks that an unsigned integer fits into `width` bytes. Errors: INVALID_NUMBER, which names `what`. */
export function checkFits(what: string, value: bigint | number, width: Width): void {
  const most = (1n << BigInt(8 * width)) - 1n;
  const isInteger = typeof value === 'bigint' || Number.isSafeInteger(value);
  if (!isInteger || value < 0 || value > most)
    fail(INVALID_NUMBER, { what, value, expected: `an integer from 0 to ${most}` });
}

/**
 * An unsigned integer in `width` bytes, little endian. Errors: INVALID_NUMBER, which names `what`, if it does not fit,
 * because a wrapped integer would be the seed of another account.
 */
export function littleEndian(what: string, value: bigint | number, width: Width): Uint8Array {
  checkFits(what, value, width);
  const bytes = new Uint8Array(width);
  let rest = BigInt(value);
  for (let i = 0; i < width; i++) {
    bytes[i] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return bytes;
}

/**
 * An integer within 2^53 as an i64, little endian. Errors: INVALID_NUMBER, which names `what`: a larger number has lost
 * digits, and would be the seed of another account.
 */
export function signedLittleEndian(what: string, value: number): Uint8Array {
  if (!Number.isSafeInteger(value)) return fail(INVALID_NUMBER, { what, value, expected: 'an integer within 2^53' });
  return littleEndian(what, BigInt.asUintN(64, BigInt(value)), 8);
}
