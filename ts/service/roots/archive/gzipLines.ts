import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip, type Gzip } from 'node:zlib';
import { UnreadableLine } from './archiveLine.js';

/** The manifest entry of a file. */
export interface FileSummary {
  readonly lines: number;
  readonly bytes: number;
  /** SHA-256 of the compressed file, hex. */
  readonly sha256: string;
}

/** Characters compressed at a time. */
const CHUNK = 65_536;
/** Maximum characters of a line: a record has up to 2^20, and escaping JSON in JSON makes it longer. */
const LONGEST = 2 ** 25;
/** Offset of gzip's operating-system byte, which is set to 255 (unknown). */
const SYSTEM_BYTE = 9;

/** Writes lines to a new gzip file. The same lines give the same bytes on every system with the same zlib. */
export class GzipLinesWriter {
  private readonly gzip: Gzip = createGzip({ level: 9 });
  private readonly hash = createHash('sha256');
  private readonly done: Promise<void>;
  private lines = 0;
  private bytes = 0;
  private waiting = '';

  constructor(path: string) {
    const count = new Transform({
      transform: (chunk: Buffer, _, next) => {
        if (this.bytes <= SYSTEM_BYTE && SYSTEM_BYTE < this.bytes + chunk.length) chunk[SYSTEM_BYTE - this.bytes] = 255;
        this.bytes += chunk.length;
        this.hash.update(chunk);
        next(null, chunk);
      },
    });
    this.done = pipeline(this.gzip, count, createWriteStream(path, { flags: 'wx', flush: true }));
    // Callers of `write` and `end` get the error.
    this.done.catch(() => {});
  }

  /** Waits for a slower disk. */
  async write(line: string): Promise<void> {
    this.lines++;
    this.waiting += `${line}\n`;
    if (this.waiting.length >= CHUNK) await this.flush();
  }

  /** When the promise fulfils, the file is on disk. */
  async end(): Promise<FileSummary> {
    await this.flush();
    this.gzip.end();
    await this.done;
    return { lines: this.lines, bytes: this.bytes, sha256: this.hash.digest('hex') };
  }

  /** Stops writing and leaves the file incomplete. */
  async abandon(): Promise<void> {
    this.gzip.destroy();
    await this.done.catch(() => {});
  }

  private async flush(): Promise<void> {
    const text = this.waiting;
    this.waiting = '';
    if (this.gzip.destroyed) await this.done;
    if (!this.gzip.write(text)) await Promise.race([once(this.gzip, 'drain'), this.done]);
  }
}

/** The lines of a gzip file, read on demand. Throws `UnreadableLine`. */
export async function* gzipLines(path: string): AsyncGenerator<string> {
  const gunzip = createGunzip();
  let failure: NodeJS.ErrnoException | undefined;
  pipeline(createReadStream(path), gunzip).catch((error: NodeJS.ErrnoException) => {
    failure = error;
  });
  const decoder = new StringDecoder('utf8');
  // Pieces of the unfinished line, joined once, so that a long line takes linear time.
  let rest: string[] = [];
  let length = 0;
  try {
    for await (const chunk of gunzip) {
      const parts = decoder.write(chunk as Buffer).split('\n');
      const last = parts.pop() ?? '';
      for (const part of parts) {
        yield rest.length > 0 ? rest.join('') + part : part;
        rest = [];
        length = 0;
      }
      rest.push(last);
      length += last.length;
      if (length > LONGEST) throw new UnreadableLine({ problem: 'line too long', limit: LONGEST });
    }
  } catch (error) {
    if (error instanceof UnreadableLine) throw error;
    const { code, message } = failure ?? (error as NodeJS.ErrnoException);
    throw new UnreadableLine({ problem: 'unreadable', reason: code ?? message });
  } finally {
    gunzip.destroy();
  }
  if (length > 0 || decoder.end() !== '') throw new UnreadableLine({ problem: 'no end' });
}

/** Size and SHA-256 (hex) of a file. Errors: those of the operating system and of `checkFile`. */
export async function fileHash(path: string): Promise<Omit<FileSummary, 'lines'>> {
  await checkFile(path);
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/**
 * Checks that a path is a regular file, since reading from a pipe may never end, and not too large. Throws an
 * operating-system error, or an error whose `code` states the fault in words.
 */
export async function checkFile(path: string, most = Number.POSITIVE_INFINITY): Promise<void> {
  const found = await stat(path);
  const why = !found.isFile() ? 'no file' : found.size > most ? `larger than ${most} bytes` : null;
  if (why !== null) throw Object.assign(new Error(`${path} is ${why}`), { code: why });
}
