import { base64 } from '@scure/base';
import { base58Bytes } from './base58Bytes.js';
import { hexBytes } from './hexBytes.js';

/**
 * Decoding Base58 takes quadratic time. Nodes do not send longer texts in it, because a transaction has 1,232 bytes.
 */
const LONGEST_BASE58 = 2048;

/**
 * The bytes of a text of unknown length: hex, with or without `0x`, padded Base64 or Base58, with any white space. A
 * text may be readable in several of them; the one whose bytes `fits` accepts is right, and a check of 8 bytes never
 * accepts two. If it accepts none, the first readable one is returned. Undefined if none is readable.
 */
export function bytesOfAnyText(given: string, fits: (bytes: Uint8Array) => boolean): Uint8Array | undefined {
  const text = given.replace(/\s+/g, '');
  if (text === '') return undefined;
  let first: Uint8Array | undefined;
  for (const decode of [hexText, base64Text, base58Text]) {
    const bytes = decode(text);
    if (bytes && fits(bytes)) return bytes;
    first ??= bytes;
  }
  return first;
}

const hexText = (text: string): Uint8Array | undefined => {
  const digits = text.replace(/^0x/i, '');
  return digits === '' ? undefined : hexBytes(digits);
};

function base64Text(text: string): Uint8Array | undefined {
  try {
    return base64.decode(text);
  } catch {
    return undefined;
  }
}

const base58Text = (text: string): Uint8Array | undefined =>
  text.length > LONGEST_BASE58 ? undefined : base58Bytes(text);
