import { INVALID_HASH } from '../error/codes/library.js';
import { about } from '../error/fieldPath.js';
import { fail } from '../error/linesmanError.js';
import { base58Bytes } from './base58Bytes.js';
import { base64Bytes } from './base64Bytes.js';
import { hexBytes } from './hexBytes.js';

/**
 * Decodes bytes of a known length from text. The form alone decides the encoding, in this order, so that a text has
 * only one meaning:
 *
 * 1. two hex digits per byte, with or without `0x`: hex;
 * 2. `=` at the end: Base64 with the standard alphabet, padded and canonical;
 * 3. anything else: Base58, as on Solana.
 *
 * 32 bytes have 64 characters in hex, 44 in Base64 (always ending in `=`) and 32 to 44 in Base58 (never with `=`).
 * Errors: INVALID_HASH, also for another length.
 *
 * @param what Name of the value in errors.
 *
 * @example
 * ```ts
 * import { bytesFromText } from '@linesman/sdk/proof';
 *
 * const oracleKey = bytesFromText('11111111111111111111111111111111', 32, 'oracle key');
 * ```
 */
export function bytesFromText(text: string, length: number, what: string): Uint8Array {
  const digits = text.length === 2 * length + 2 ? text.replace(/^0x/i, '') : text;
  const inHex = digits.length === 2 * length ? hexBytes(digits) : undefined;
  if (inHex) return inHex;
  const isBase64 = text.endsWith('=');
  // Decoding Base58 takes quadratic time, so longer text than these bytes can have is refused first.
  const isTooLong = text.length > 2 * length;
  const decode = (): Uint8Array | undefined => (isBase64 ? base64Bytes(text, paddedLength(text)) : base58Bytes(text));
  const bytes = isTooLong ? undefined : decode();
  if (bytes?.length === length) return bytes;
  return fail(INVALID_HASH, {
    ...about(what),
    text,
    length,
    ...(bytes
      ? { problem: 'decoded length', encoding: isBase64 ? 'Base64' : 'Base58', bytes: bytes.length }
      : { problem: isTooLong ? 'too long' : 'encoding' }),
  });
}

/** Length in bytes of Base64 text that ends in one or two `=`. */
const paddedLength = (text: string): number => 3 * Math.floor(text.length / 4) - (text.endsWith('==') ? 2 : 1);

/**
 * Converts integers to bytes of a known length. All must be unsigned (0 to 255) or all signed (−128 to 127). Errors:
 * INVALID_HASH.
 *
 * @param what Name of the value in errors.
 *
 * @example
 * ```ts
 * import { bytesFromIntegers } from '@linesman/sdk/proof';
 *
 * bytesFromIntegers([1, -1], 2, 'pair'); // Uint8Array [1, 255]
 * ```
 */
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
  // A mix of signed and unsigned bytes would give one hash several encodings.
  if (lowest < -128 || highest > 255 || (lowest < 0 && highest > 127)) {
    return fail(INVALID_HASH, { problem: 'mixed signs', ...about(what), lowest, highest, length });
  }
  return Uint8Array.from(values as number[]);
}
