import { pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';

/** Bytes below which compression saves less than the packet that the answer takes anyway. */
export const LEAST = 2_048;

/**
 * Answers that are compressed at once; further ones are sent plain. Node compresses beside the event loop, in the four
 * threads that its database files and random numbers use, too.
 */
const MOST = 8;

/** A low level: JSON shrinks to a tenth in a third of the default's time. */
const LEVEL = 4;

const compressed = promisify<Buffer, { readonly level: number }, Buffer>(gzip);

/** Compresses answers, as many at once as there is room for. */
export class Compression {
  private running = 0;

  constructor(private readonly most = MOST) {}

  /** The bytes; `undefined` if there is no room. */
  async bytes(plain: Buffer): Promise<Buffer | undefined> {
    if (this.running >= this.most) return undefined;
    this.running++;
    return compressed(plain, { level: LEVEL }).finally(() => this.running--);
  }

  /** A stream that ends with its source, and the source with it; `undefined` if there is no room. */
  stream(plain: Readable): Readable | undefined {
    if (this.running >= this.most) return undefined;
    this.running++;
    return pipeline(plain, createGzip({ level: LEVEL }), () => this.running--);
  }
}
