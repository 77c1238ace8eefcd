/** The bytes of an ASCII seed. */
export const word = (text: string): Uint8Array => new TextEncoder().encode(text);

/** An unsigned integer as a seed: `width` bytes, little endian. */
export function littleEndian(value: bigint | number, width: 1 | 2 | 4 | 8): Uint8Array {
  const bytes = new Uint8Array(width);
  let rest = BigInt(value);
  for (let i = 0; i < width; i++) {
    bytes[i] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return bytes;
}
