/**
 * What went wrong with Borsh bytes or with a value that is to become some. Never leaves `ts/program`: the caller, who
 * knows what the bytes were meant to be, turns it into a numbered error.
 */
export class BorshFault extends Error {
  /** Where in the value, e.g. `payload.stats[2].stat.value`. */
  readonly path: string;
  /** Offset of the first byte that could not be read; `undefined` while encoding. */
  readonly offset: number | undefined;

  constructor(path: string, message: string, offset?: number) {
    super(message);
    this.name = 'BorshFault';
    this.path = path;
    this.offset = offset;
  }
}
