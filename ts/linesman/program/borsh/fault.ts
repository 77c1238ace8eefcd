/**
 * What went wrong with Borsh bytes or with a value that is to become some. Never leaves `ts/linesman/program`: the caller, who
 * knows what the bytes were meant to be, turns it into a numbered error.
 */
export class BorshFault extends Error {
  /** Where in the value, e.g. `payload.stats[2].stat.value`. */
  readonly path: string;
  readonly expected: string;
  /** The value itself while encoding; in words while decoding. */
  readonly found: unknown;
  /** Offset of the first byte that could not be read; `undefined` while encoding. */
  readonly offset: number | undefined;

  constructor(path: string, expected: string, found: unknown, offset?: number) {
    super(`expected ${expected}`);
    this.name = 'BorshFault';
    this.path = path;
    this.expected = expected;
    this.found = found;
    this.offset = offset;
  }
}

/** What is known of bytes that do not decode. `data`: all of them, with a discriminator of 8 in front. */
export function undecodable({ path, expected, found, offset = 0 }: BorshFault, data: Uint8Array) {
  return { path, expected, found: String(found), offset: 8 + offset, bytes: data.length };
}
