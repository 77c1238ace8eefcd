/**
 * A value that does not encode, or bytes that do not decode. Stays inside `@linesman/sdk/program`: the caller knows the
 * intended type and turns the fault into a numbered error.
 */
export class BorshFault extends Error {
  /** The path in the value, e.g. `payload.stats[2].stat.value`. */
  readonly path: string;
  readonly expected: string;
  /** The value itself when encoding, a description when decoding. */
  readonly found: unknown;
  /** Offset of the first unreadable byte; `undefined` when encoding. */
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

/** Error context for bytes that do not decode. `data` includes the 8-byte discriminator. */
export function undecodable({ path, expected, found, offset = 0 }: BorshFault, data: Uint8Array) {
  return { path, expected, found: String(found), offset: 8 + offset, bytes: data.length };
}
