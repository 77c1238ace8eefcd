import { INVALID_TRANSACTION } from '../../error/codes/arguments.js';
import { fail } from '../../error/linesmanError.js';

/** Reads the encoding of transactions. Errors: INVALID_TRANSACTION past the end of the bytes. */
export class MessageReader {
  private offset = 0;

  constructor(private readonly source: Uint8Array) {}

  byte(): number {
    return this.take(1)[0] as number;
  }

  take(length: number): Uint8Array {
    const end = this.offset + length;
    if (end > this.source.length) return this.invalid('they end too early');
    // A copy, because a slice of a Buffer would share its memory.
    const taken = Uint8Array.from(this.source.subarray(this.offset, end));
    this.offset = end;
    return taken;
  }

  /** An unsigned integer, lowest byte first. */
  integer(bytes: number): bigint {
    return this.take(bytes).reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
  }

  length(): number {
    let length = 0;
    for (let place = 0; place < 3; place++) {
      const byte = this.byte();
      length |= (byte & 0x7f) << (7 * place);
      if ((byte & 0x80) !== 0) continue;
      // Each length has one encoding: a longer one must not end in a zero byte.
      if (byte === 0 && place > 0) return this.invalid('a length is not canonical');
      return length > 0xffff ? this.invalid('a length has more than 16 bits') : length;
    }
    return this.invalid('a length has more than 3 bytes');
  }

  list<T>(item: () => T): T[] {
    return Array.from({ length: this.length() }, item);
  }

  /** The bytes not read yet. */
  rest(): Uint8Array {
    return this.take(this.source.length - this.offset);
  }

  invalid(problem: string): never {
    return invalid(problem, this.source);
  }
}

export const invalid = (problem: string, { length }: Uint8Array): never =>
  fail(INVALID_TRANSACTION, { problem, bytes: length });
