/** One tag byte, then the rest: 0x00 for the metadata leaf and 0x01 for the summary leaves of a main tree. */
export function taggedBytes(tag: 0 | 1, rest: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + rest.length);
  bytes[0] = tag;
  bytes.set(rest, 1);
  return bytes;
}
