import { createGunzip } from 'node:zlib';
import { FILE_NOT_READABLE, fail } from '@linesman/sdk/error';
import { formOfBytes } from '@linesman/sdk/internal/error/document/savedForm';

const UTF_16_MARKS = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
/** Number of bytes that show the kind of a file. */
const TELLING = 4;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * The UTF-8 text of a file: unpacked if it is gzip, without its byte order mark, and with LF where lines end in CR
 * alone. Errors: FILE_NOT_READABLE for any other encoding, by its name, and for gzip that is damaged or cut off.
 *
 * @param file Name of the file, for errors.
 */
export async function* plainBytes(chunks: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Uint8Array> {
  const { first, all } = await begun(chunks);
  const form = UTF_16_MARKS.some((mark) => begins(first, mark)) ? 'UTF-16' : formOfBytes(first);
  if (form === undefined) yield* lineFeeds(withoutMark(all));
  else if (form === 'gzip') yield* plainBytes(unpacked(all, file), file);
  else fail(FILE_NOT_READABLE, { problem: 'encoding', file, encoding: form });
}

const begins = (bytes: Uint8Array, mark: readonly number[]): boolean => mark.every((byte, i) => bytes[i] === byte);

/** The first bytes, and all of them. */
async function begun(chunks: AsyncIterable<Uint8Array>) {
  const iterator = chunks[Symbol.asyncIterator]();
  let first: Uint8Array = new Uint8Array();
  let isOver = false;
  while (first.length < TELLING && !isOver) {
    const { done, value } = await iterator.next();
    if (done) isOver = true;
    else first = first.length === 0 ? value : Buffer.concat([first, value]);
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      if (first.length > 0) yield first;
      while (!isOver) {
        const { done, value } = await iterator.next();
        if (done) return;
        yield value;
      }
    } finally {
      await iterator.return?.();
    }
  }
  return { first, all: all() };
}

async function* unpacked(chunks: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  const feeding = (async () => {
    for await (const chunk of chunks)
      if (!gunzip.write(chunk))
        await new Promise<void>((resolve) => gunzip.once('drain', resolve).once('close', resolve));
    gunzip.end();
  })().catch((error: Error) => gunzip.destroy(error));
  try {
    for await (const chunk of gunzip) yield chunk as Buffer;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!code.startsWith('Z_')) throw error;
    fail(FILE_NOT_READABLE, { problem: 'encoding', file, encoding: 'gzip' }, { cause: error });
  } finally {
    gunzip.destroy();
    await feeding;
  }
}

async function* withoutMark(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const chunk of chunks) {
    yield isFirst && begins(chunk, BYTE_ORDER_MARK) ? chunk.subarray(BYTE_ORDER_MARK.length) : chunk;
    isFirst = false;
  }
}

/** Replaces every CR without a following LF by LF. */
async function* lineFeeds(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isPending = false;
  for await (const chunk of chunks) {
    if (isPending && chunk.length > 0) yield Buffer.from([chunk[0] === LINE_FEED ? CARRIAGE_RETURN : LINE_FEED]);
    isPending = chunk.length === 0 ? isPending : chunk.at(-1) === CARRIAGE_RETURN;
    const whole = isPending ? chunk.subarray(0, -1) : chunk;
    if (!whole.includes(CARRIAGE_RETURN)) {
      yield whole;
      continue;
    }
    const changed = Buffer.from(whole);
    for (let at = changed.indexOf(CARRIAGE_RETURN); at >= 0; at = changed.indexOf(CARRIAGE_RETURN, at + 1))
      if (changed[at + 1] !== LINE_FEED) changed[at] = LINE_FEED;
    yield changed;
  }
  if (isPending) yield Buffer.from([LINE_FEED]);
}
