import { about, fail, INVALID_HASH } from '../error/index.js';
import { hexToBytes } from '../format/index.js';
import { base58Bytes } from './base58Bytes.js';
import { base64Bytes } from './base64Bytes.js';

/**
 * Bytes of a known length from text. The form alone tells the encoding, in this order, so a text has one meaning:
 *
 * 1. twice as many characters as bytes, all hexadecimal: hex;
 * 2. a `=` at the end: Base64, standard alphabet, padded and canonical;
 * 3. else Base58, as Solana writes it.
 *
 * 32 bytes are 64 characters of hex, 44 of Base64 (always ending in `=`) and 32 to 44 of Base58 (never containing `=`).
 * Errors: INVALID_HASH anything else, and any other length.
 */
export function bytesFromText(text: string, length: number, what: string): Uint8Array {
  if (text.length === 2 * length && /^[0-9a-f]*$/i.test(text)) return hexToBytes(text.toLowerCase());
  const isBase64 = text.endsWith('=');
  // Base58 takes quadratic time: nothing longer than such bytes can be is decoded.
  if (text.length > 2 * length) return fail(INVALID_HASH, { problem: 'too long', ...about(what), text, length });
  const bytes = isBase64 ? base64Bytes(text, paddedLength(text)) : base58Bytes(text);
  if (bytes === undefined) return fail(INVALID_HASH, { problem: 'encoding', ...about(what), text, length });
  if (bytes.length === length) return bytes;
  const encoding = isBase64 ? 'Base64' : 'Base58';
  return fail(INVALID_HASH, {
    problem: 'decoded length',
    ...about(what),
    text,
    encoding,
    bytes: bytes.length,
    length,
  });
}

/** Of how many bytes a text of Base64 is that ends in one `=` or two. */
const paddedLength = (text: string): number => 3 * Math.floor(text.length / 4) - (text.endsWith('==') ? 2 : 1);

/** Bytes of a known length from integers, all 0 to 255 or all −128 to 127. Errors: INVALID_HASH. */
export function bytesFromIntegers(values: readonly unknown[], length: number, what: string): Uint8Array {
  if (values.length !== length)
    return fail(INVALID_HASH, { problem: 'length', ...about(what), bytes: values.length, length });
  let lowest = 0;
  let highest = 0;
  for (const [place, value] of values.entries()) {
    if (typeof value !== 'number' || !Number.isInteger(value)) {
      return fail(INVALID_HASH, { problem: 'no byte', ...about(what), place, value, length });
    }
    lowest = Math.min(lowest, value);
    highest = Math.max(highest, value);
  }
  // Signed and unsigned bytes side by side would give one hash two forms.
  if (lowest < -128 || highest > 255 || (lowest < 0 && highest > 127)) {
    return fail(INVALID_HASH, { problem: 'mixed signs', ...about(what), lowest, highest, length });
  }
  return Uint8Array.from(values as number[]);
}
