import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip, type Gzip } from 'node:zlib';
import { UnreadableLine } from './archiveLine.js';

/** A file as the manifest describes it. */
export interface FileSummary {
  readonly lines: number;
  readonly bytes: number;
  /** Of the compressed file, hex. */
  readonly sha256: string;
}

/** Characters that are compressed at a time. */
const CHUNK = 65_536;
/** Characters of one line: a record has at most 2^20, which JSON in JSON makes longer. */
const LONGEST = 2 ** 25;
/** Where gzip notes the operating system; 255 is unknown. */
const SYSTEM_BYTE = 9;

/** Writes a new gzip file of lines; the same lines give the same bytes on every system with the same zlib. */
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
    // Whoever writes or ends learns of it.
    this.done.catch(() => {});
  }

  /** Waits when the disk is slower. */
  async write(line: string): Promise<void> {
    this.lines++;
    this.waiting += `${line}\n`;
    if (this.waiting.length >= CHUNK) await this.flush();
  }

  /** The file is on disk when the promise is fulfilled. */
  async end(): Promise<FileSummary> {
    await this.flush();
    this.gzip.end();
    await this.done;
    return { lines: this.lines, bytes: this.bytes, sha256: this.hash.digest('hex') };
  }

  /** Leaves it as it is. */
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

/** The lines of a gzip file, without reading more than is asked for. Throws `UnreadableLine` when they cannot be read on. */
export async function* gzipLines(path: string): AsyncGenerator<string> {
  const gunzip = createGunzip();
  let failure: NodeJS.ErrnoException | undefined;
  pipeline(createReadStream(path), gunzip).catch((error: NodeJS.ErrnoException) => {
    failure = error;
  });
  const decoder = new StringDecoder('utf8');
  // The pieces of the line that has not ended: joined once, so that a long line costs what it is long.
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

/** Size and SHA-256 (hex) of a file. Errors: those of the system, and as `checkFile`. */
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

/** Nobody reads on for ever: not from a pipe that is never filled. Errors: those of the system; its `code` says in words what is wrong otherwise. */
export async function checkFile(path: string, most = Number.POSITIVE_INFINITY): Promise<void> {
  const found = await stat(path);
  const why = !found.isFile() ? 'no file' : found.size > most ? `larger than ${most} bytes` : null;
  if (why !== null) throw Object.assign(new Error(`${path} is ${why}`), { code: why });
}
