export const BASE58_DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Digit of each character code; −1 outside the alphabet. */
const DIGITS = new Int8Array(128).fill(-1);
for (const [digit, character] of [...BASE58_DIGITS].entries()) DIGITS[character.charCodeAt(0)] = digit;

/** Decodes Base58; undefined for any other text. Takes quadratic time. */
export function base58Bytes(text: string): Uint8Array | undefined {
  /** The number so far, little-endian. */
  const bytes: number[] = [];
  let zeros = 0;
  for (let at = 0; at < text.length; at++) {
    let carry = DIGITS[text.charCodeAt(at)] ?? -1;
    if (carry < 0) return undefined;
    // Each leading 1 is a zero byte.
    if (carry === 0 && bytes.length === 0) zeros++;
    for (let place = 0; place < bytes.length; place++) {
      carry += (bytes[place] as number) * 58;
      bytes[place] = carry & 0xff;
      carry >>= 8;
    }
    if (carry > 0) bytes.push(carry);
  }
  const whole = new Uint8Array(zeros + bytes.length);
  whole.set(bytes.reverse(), zeros);
  return whole;
}
