/** The digit that each character of the alphabet stands for, by its code; −1 is none. */
const DIGITS = new Int8Array(128).fill(-1);
for (const [digit, character] of [...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'].entries())
  DIGITS[character.charCodeAt(0)] = digit;

/** Bytes from Base58 as Solana writes it, undefined of any other text. It takes quadratic time. */
export function base58Bytes(text: string): Uint8Array | undefined {
  /** The number so far, lowest byte first. */
  const bytes: number[] = [];
  let zeros = 0;
  for (let at = 0; at < text.length; at++) {
    let carry = DIGITS[text.charCodeAt(at)] ?? -1;
    if (carry < 0) return undefined;
    // Each 1 in front is a zero byte; the number is not longer for it.
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
