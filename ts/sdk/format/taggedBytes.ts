/**
 * Prefixes a leaf of a main tree with its tag: 0x00 for the metadata, 0x01 for a summary.
 *
 * @example
 * ```ts
 * import { taggedBytes } from '@linesman/sdk/format';
 *
 * taggedBytes(1, Uint8Array.of(7)); // Uint8Array [1, 7]
 * ```
 */
export function taggedBytes(tag: 0 | 1, rest: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + rest.length);
  bytes[0] = tag;
  bytes.set(rest, 1);
  return bytes;
}
