import { base58, base64 } from '@scure/base';
import { about, fail, quoted } from '../error/index.js';
import { hexToBytes } from '../format/index.js';

/**
 * Bytes of a known length from text. Which encoding it is follows from the form alone, in this order, so a text has one meaning:
 *
 * 1. twice as many characters as bytes, all hexadecimal: hex;
 * 2. a `=` at the end: Base64, standard alphabet, padded and canonical;
 * 3. else Base58, as Solana writes it.
 *
 * 32 bytes are 64 characters of hex, 44 of Base64 (always ending in `=`) and 32 to 44 of Base58 (never containing `=`). Anything
 * else, and any other length, is 7002.
 */
export function bytesFromText(text: string, length: number, what: string): Uint8Array {
  const wrong = (why: string, cause?: unknown): never =>
    fail(7002, { message: `${what} ${why}: ${quoted(text)}.`, ...about(what), cause });
  if (text.length === 2 * length && /^[0-9a-f]*$/i.test(text)) return hexToBytes(text.toLowerCase());
  const isBase64 = text.endsWith('=');
  // Base58 takes quadratic time: nothing longer than such bytes can be is decoded.
  if (text.length > 2 * length) return wrong(`is too long for ${length} bytes`);
  let bytes: Uint8Array;
  try {
    bytes = isBase64 ? base64.decode(text) : base58.decode(text);
  } catch (cause) {
    return wrong('is neither hex, padded Base64 nor Base58', cause);
  }
  if (bytes.length === length) return bytes;
  return wrong(`is ${bytes.length} bytes in ${isBase64 ? 'Base64' : 'Base58'}, not ${length}`);
}

/** Bytes of a known length from integers, all 0 to 255 or all −128 to 127; else 7002. */
export function bytesFromIntegers(values: readonly unknown[], length: number, what: string): Uint8Array {
  if (values.length !== length)
    return fail(7002, { message: `${what} has ${values.length} bytes, not ${length}.`, ...about(what) });
  let lowest = 0;
  let highest = 0;
  for (const [place, value] of values.entries()) {
    if (typeof value !== 'number' || !Number.isInteger(value)) {
      return fail(7002, { message: `Byte ${place} of ${what} is ${quoted(value)}.`, ...about(what) });
    }
    lowest = Math.min(lowest, value);
    highest = Math.max(highest, value);
  }
  // Signed and unsigned bytes side by side would give one hash two forms.
  if (lowest < -128 || highest > 255 || (lowest < 0 && highest > 127)) {
    return fail(7002, { message: `The bytes of ${what} run from ${lowest} to ${highest}.`, ...about(what) });
  }
  return Uint8Array.from(values as number[]);
}
