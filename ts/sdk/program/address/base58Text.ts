import { BASE58_DIGITS } from '../../proof/base58Bytes.js';

/** Encodes bytes in Base58. Takes quadratic time. It is a fraction of the library's code, like its counterpart. */
export function base58Text(bytes: Uint8Array): string {
  /** The number so far in Base58, least digit first. */
  const digits: number[] = [];
  let zeros = 0;
  for (const byte of bytes) {
    let carry = byte;
    // Each leading zero byte is a 1.
    if (carry === 0 && digits.length === 0) zeros++;
    for (let place = 0; place < digits.length; place++) {
      carry += (digits[place] as number) * 256;
      digits[place] = carry % 58;
      carry = Math.floor(carry / 58);
    }
    for (; carry > 0; carry = Math.floor(carry / 58)) digits.push(carry % 58);
  }
  const text = digits.reverse().map((digit) => BASE58_DIGITS[digit]);
  return BASE58_DIGITS.charAt(0).repeat(zeros) + text.join('');
}
