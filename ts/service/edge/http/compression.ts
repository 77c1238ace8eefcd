import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { LeastRecent } from '@linesman/sdk/node';

/** Bytes below which compression saves less than the packet that the answer takes anyway. */
export const LEAST = 2_048;

/**
 * Answers that are compressed at once; further ones are sent plain. Node compresses beside the event loop, in the four
 * threads that its database files and random numbers use, too.
 */
const MOST = 8;

/** Compressed bytes cached: more than a hundred finished matches, or the latest slots. */
const KEPT = 1 << 22;
/** Weight of a piece besides its bytes. */
const OVERHEAD = 200;

/** A low level: JSON shrinks to a tenth in a third of the default's time. */
const LEVEL = 4;

const deflate = promisify<Buffer, { readonly level: number; readonly finishFlush: number }, Buffer>(deflateRaw);

/** RFC 1952: no name, no time, no system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** The end of a gzip stream: an empty last block, then sum and length of the plain bytes. */
function trailer(sum: number, length: number): Buffer {
  const end = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  end.writeUInt32LE(sum, 2);
  end.writeUInt32LE(length % 2 ** 32, 6);
  return end;
}

/** Identifies content. */
export const hashOf = (plain: Buffer): string => createHash('sha256').update(plain).digest('base64url');

/**
 * Compresses answers with gzip, as many at once as there is room for. Each piece of an answer is compressed by itself,
 * and cached by its content: what does not change, as a finished match, is compressed once. An answer is written for
 * its caller before it comes here, so whoever is sent a cached piece may see what is in it.
 */
export class Compression {
  private running = 0;
  private readonly kept = new LeastRecent<Buffer>(KEPT, ({ length }) => length + OVERHEAD);

  constructor(
    private readonly most = MOST,
    private readonly compress = deflate,
  ) {}

  /** The bytes; `undefined` if there is no room. `hash`: of `plain`. */
  async bytes(plain: Buffer, hash = hashOf(plain)): Promise<Buffer | undefined> {
    if (this.running >= this.most) return undefined;
    this.running++;
    const deflated = await this.deflated(plain, hash).finally(() => this.running--);
    return Buffer.concat([HEADER, deflated, trailer(crc32(plain), plain.length)]);
  }

  /** A stream that ends with its source, and the source with it; `undefined` if there is no room. */
  stream(plain: Readable): Readable | undefined {
    if (this.running >= this.most) return undefined;
    this.running++;
    const zipped = Readable.from(this.pieces(plain), { objectMode: false });
    return zipped.once('close', () => {
      this.running--;
      plain.destroy();
    });
  }

  private async *pieces(plain: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
    let [sum, length] = [0, 0];
    yield HEADER;
    for await (const piece of plain) {
      sum = crc32(piece, sum);
      length += piece.length;
      yield await this.deflated(piece, hashOf(piece));
    }
    yield trailer(sum, length);
  }

  /** Whole blocks that refer to nothing before them, so that they can stand at any place in any stream. */
  private async deflated(plain: Buffer, hash: string): Promise<Buffer> {
    const known = this.kept.get(hash);
    if (known) return known;
    const made = await this.compress(plain, { level: LEVEL, finishFlush: constants.Z_FULL_FLUSH });
    this.kept.set(hash, made);
    return made;
  }
}
