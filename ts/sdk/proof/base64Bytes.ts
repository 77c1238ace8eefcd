/** Six bits of each character code; −1 outside the alphabet. */
const BITS = new Int8Array(128).fill(-1);
for (const [bits, character] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  BITS[character.charCodeAt(0)] = bits;

const PADDING = 0x3d;

/**
 * Decodes canonical Base64 of a known length: standard alphabet, padded, no unused bits set. Undefined for any other
 * text and for lengths without padding; the library then reports the fault. Ten times as fast as the library.
 */
export function base64Bytes(text: string, length: number): Uint8Array | undefined {
  const rest = length % 3;
  if (rest === 0 || text.length !== ((length - rest) / 3) * 4 + 4) return undefined;
  const bytes = new Uint8Array(length);
  // `codes` exceeds 127 if a character does; `bits` is negative if a character is outside the alphabet. There is no
  // closure, because variables that a closure changes are not kept in registers.
  let codes = 0;
  let bits = 0;
  let from = 0;
  let to = 0;
  while (to < length - rest) {
    const a = text.charCodeAt(from);
    const b = text.charCodeAt(from + 1);
    const c = text.charCodeAt(from + 2);
    const d = text.charCodeAt(from + 3);
    const group = (sixBits(a) << 18) | (sixBits(b) << 12) | (sixBits(c) << 6) | sixBits(d);
    codes |= a | b | c | d;
    bits |= group;
    bytes[to] = group >> 16;
    bytes[to + 1] = group >> 8;
    bytes[to + 2] = group;
    from += 4;
    to += 3;
  }
  const isTwo = rest === 2;
  const a = text.charCodeAt(from);
  const b = text.charCodeAt(from + 1);
  const c = text.charCodeAt(from + 2);
  const d = text.charCodeAt(from + 3);
  const last = (sixBits(a) << 18) | (sixBits(b) << 12) | (isTwo ? sixBits(c) << 6 : 0);
  codes |= a | b | c;
  bits |= last;
  bytes[to] = last >> 16;
  if (isTwo) bytes[to + 1] = last >> 8;
  const isPadded = d === PADDING && (isTwo || c === PADDING);
  // Unused bits must be 0, otherwise one hash would have several encodings.
  const isWhole = (last & (isTwo ? 0xff : 0xffff)) === 0;
  return codes < 128 && bits >= 0 && isPadded && isWhole ? bytes : undefined;
}

/** Shifted left, −1 stays negative. */
const sixBits = (code: number): number => BITS[code & 127] as number;
