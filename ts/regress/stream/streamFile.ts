import {
  closeSync,
  createReadStream,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { crc32, createGunzip, gzipSync, inflateRawSync } from 'node:zlib';
import { errnoOf } from '@linesman/cli';
import { FOLDER_NOT_WRITABLE, fail, MALFORMED_RECORDING } from '@linesman/sdk/error';
import { folderFailure } from '@linesman/sdk/node';
import { lineText, type RecordedLine, type RecordingHeader, readHeader, readLine } from './streamLine.js';

/** Bytes before and after the deflated data of our gzip members, which have no name or other extra fields. */
const HEAD = 10;
const TAIL = 8;
/** A member holds whole lines, about this many characters in total. */
const MEMBER = 256 * 1024;
/** Bytes read at first to find the end of a member. */
const WINDOW = 512 * 1024;
/** An event has up to 16 Mi characters, and is longer as JSON inside JSON. */
const LONGEST_LINE = 2 ** 26;

/**
 * A file of a recording that grows. Each flush adds one gzip member with whole lines, so that a killed process leaves
 * at most one torn member at the end; opening the file again cuts it off.
 */
export class StreamFile {
  private waiting: string[] = [];
  private size = 0;
  private failure: unknown;

  private constructor(
    private readonly path: string,
    private readonly handle: number,
    /** Length of the whole members. */
    private length: number,
  ) {}

  /**
   * Opens a file, or creates it with a header. `onLine` is called for each of its lines. Errors: FOLDER_NOT_WRITABLE;
   * MALFORMED_RECORDING for a file that was not written here; that file stays unchanged.
   */
  static open(
    path: string,
    header: RecordingHeader,
    onLine: (line: RecordedLine) => void,
  ): { readonly file: StreamFile; readonly found: RecordingHeader } {
    let handle: number | undefined;
    try {
      handle = openSync(path, 'a+', 0o666);
      const size = statSync(path).size;
      let found: RecordingHeader | undefined;
      let number = 0;
      const length = readMembers(handle, path, size, (text) => {
        number++;
        if (number === 1) found = readHeader(text, path);
        else onLine(readLine(text, path, number));
      });
      if (length < size) ftruncateSync(handle, length);
      const file = new StreamFile(path, handle, length);
      if (found === undefined) {
        file.waiting.push(lineText(header));
        file.flush();
      }
      return { file, found: found ?? header };
    } catch (error) {
      if (handle !== undefined) closeSync(handle);
      return folderFailure(path, error);
    }
  }

  /** Adds a line, which is on disk after the next flush. Errors: FOLDER_NOT_WRITABLE. */
  add(line: RecordedLine): void {
    const text = lineText(line);
    this.waiting.push(text);
    this.size += text.length;
    if (this.size >= MEMBER) this.flush();
  }

  /** Writes the waiting lines, completely or not at all. Errors: FOLDER_NOT_WRITABLE. */
  flush(): void {
    if (this.waiting.length === 0) return;
    if (this.failure !== undefined) throw this.failure;
    const member = gzipSync(`${this.waiting.join('\n')}\n`);
    try {
      // A full disk may accept only a part.
      for (let at = 0; at < member.length; ) at += writeSync(this.handle, member, at);
      fsyncSync(this.handle);
    } catch (cause) {
      this.cutOff();
      try {
        fail(FOLDER_NOT_WRITABLE, { path: this.path, errno: errnoOf(cause) }, { cause });
      } catch (failure) {
        this.failure = failure;
        throw failure;
      }
    }
    this.length += member.length;
    this.waiting = [];
    this.size = 0;
  }

  /** Writes the waiting lines and closes the file. Errors: FOLDER_NOT_WRITABLE. */
  close(): void {
    try {
      if (this.failure === undefined) this.flush();
    } finally {
      closeSync(this.handle);
    }
  }

  private cutOff(): void {
    try {
      ftruncateSync(this.handle, this.length);
    } catch {
      // The next start cuts off the torn member.
    }
  }
}

/** Reads the lines of all whole members and returns their length in bytes. Errors: MALFORMED_RECORDING. */
function readMembers(handle: number, path: string, size: number, onLine: (text: string) => void): number {
  let at = 0;
  while (at < size) {
    const member = memberAt(handle, path, at, size);
    if (member === null) return at;
    for (const line of member.text.split('\n').slice(0, -1)) onLine(line);
    at += member.length;
  }
  return at;
}

/** The member at an offset; null for a torn member, which is the last one of the file. */
function memberAt(handle: number, path: string, at: number, size: number): { text: string; length: number } | null {
  for (let window = WINDOW; ; window *= 4) {
    const bytes = Buffer.alloc(Math.min(window, size - at));
    readSync(handle, bytes, 0, bytes.length, at);
    const isAll = bytes.length === size - at;
    // A power cut may leave zeros where data had been announced.
    if (isAll && bytes.every((byte) => byte === 0)) return null;
    if (bytes.length < HEAD + TAIL && isAll) return null;
    if (bytes.readUInt32BE(0) !== 0x1f8b0800) return notOurs(path);
    let inflated: { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } };
    try {
      inflated = inflateRawSync(bytes.subarray(HEAD), { info: true, maxOutputLength: 2 * LONGEST_LINE }) as never;
    } catch (error) {
      if (errnoOf(error) !== 'Z_BUF_ERROR') return isAll && endsInZeros(bytes) ? null : notOurs(path);
      if (isAll) return null;
      continue;
    }
    const { buffer, engine } = inflated;
    const end = HEAD + engine.bytesWritten;
    if (end + TAIL > bytes.length) {
      if (isAll) return null;
      continue;
    }
    if (bytes.readUInt32LE(end) !== crc32(buffer) || bytes.readUInt32LE(end + 4) !== buffer.length)
      return isAll && endsInZeros(bytes) ? null : notOurs(path);
    const text = buffer.toString('utf8');
    return text.endsWith('\n') ? { text, length: end + TAIL } : notOurs(path);
  }
}

/** A disk block of zeros at the end. */
const endsInZeros = (bytes: Buffer): boolean => bytes.length > 512 && bytes.subarray(-512).every((byte) => byte === 0);

const notOurs = (file: string): never => fail(MALFORMED_RECORDING, { problem: 'not ours', file });

/**
 * The lines of a file, read on demand. The file may have been compressed again by another program. A torn end from a
 * killed recorder is left out. Errors: MALFORMED_RECORDING.
 */
export async function* readStreamFile(
  path: string,
): AsyncGenerator<{ readonly header: RecordingHeader } | { readonly line: RecordedLine }> {
  let number = 0;
  for await (const text of textLines(path)) {
    number++;
    yield number === 1 ? { header: readHeader(text, path) } : { line: readLine(text, path, number) };
  }
}

async function* textLines(path: string): AsyncGenerator<string> {
  const source = createReadStream(path);
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  const decoder = new StringDecoder('utf8');
  let rest = '';
  try {
    for await (const chunk of gunzip) {
      const lines = (rest + decoder.write(chunk as Buffer)).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > LONGEST_LINE) fail(MALFORMED_RECORDING, { problem: 'not ours', file: path });
      yield* lines;
    }
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'Z_BUF_ERROR') return;
    if (errno.startsWith('Z_')) notOurs(path);
    if ((error as NodeJS.ErrnoException).syscall !== undefined)
      fail(MALFORMED_RECORDING, { problem: 'not readable', file: path, errno }, { cause: error });
    throw error;
  } finally {
    source.destroy();
    gunzip.destroy();
  }
  if (rest !== '') notOurs(path);
}
