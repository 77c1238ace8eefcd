import { LinesmanError } from '../../error/index.js';
import type { Ingest } from './ingest.js';

/** A line that was refused. */
export interface RefusedLine {
  /** From 1. */
  readonly line: number;
  /** Where in the record, like `$.Stats.1`; `$` when the record as a whole is at fault. */
  readonly path: string;
  readonly error: LinesmanError;
}

export interface IngestLinesOptions {
  readonly onRefused?: (refused: RefusedLine) => void;
  /** Every line up to this one is stored or was refused. */
  readonly onProgress?: (line: number) => void;
  /** Ends the reading. What was read is stored before the promise is fulfilled. */
  readonly signal?: AbortSignal;
  /** Lines that are stored together when they come faster than they can be stored one by one. Default 200. */
  readonly batch?: number;
}

/** What came of the lines. */
export interface IngestedLines {
  readonly accepted: number;
  /** Records that were stored before. */
  readonly repeated: number;
  readonly refused: number;
  /** Number of the last line that is dealt with: start again after it. */
  readonly lastLine: number;
}

const DEFAULT_BATCH = 200;

/**
 * Takes records from lines of JSON (NDJSON), in order; empty lines are left out. A refused line stops nothing. When the database cannot be reached, the promise is
 * rejected: lines up to the last one that `onProgress` told of are stored; to send others again does no harm.
 */
export async function ingestLines(
  ingest: Ingest,
  lines: AsyncIterable<string> | Iterable<string>,
  options: IngestLinesOptions = {},
): Promise<IngestedLines> {
  const { onRefused, onProgress, signal, batch = DEFAULT_BATCH } = options;
  const counts = { accepted: 0, repeated: 0, refused: 0, lastLine: 0 };
  let read = 0;
  let waiting: { readonly line: number; readonly text: string }[] = [];

  const store = async (): Promise<void> => {
    const group = waiting;
    waiting = [];
    const results = await ingest.acceptAll(group.map(({ text }) => text));
    for (const [i, result] of results.entries()) {
      if (result instanceof LinesmanError) {
        counts.refused++;
        const { path } = result.context;
        onRefused?.({ line: group[i]?.line ?? 0, path: typeof path === 'string' ? path : '$', error: result });
      } else counts[result.status]++;
    }
    counts.lastLine = group.at(-1)?.line ?? counts.lastLine;
    onProgress?.(counts.lastLine);
  };

  const aborted = new Promise<'aborted'>((resolve) => {
    if (signal?.aborted) resolve('aborted');
    signal?.addEventListener('abort', () => resolve('aborted'), { once: true });
  });
  const iterator = Symbol.asyncIterator in lines ? lines[Symbol.asyncIterator]() : lines[Symbol.iterator]();
  for (;;) {
    if (signal?.aborted) break;
    const next = Promise.resolve(iterator.next());
    // A feed that pauses must not keep back what it has sent.
    if (waiting.length > 0 && (await isSlow(next))) await store();
    const item = await Promise.race([next, aborted]);
    if (item === 'aborted') {
      // The line that is still awaited stays unread; closing may wait for it, so nobody waits for that.
      next.catch(() => {});
      void Promise.resolve(iterator.return?.()).catch(() => {});
      break;
    }
    if (item.done) break;
    read++;
    if (item.value.trim() !== '') waiting.push({ line: read, text: item.value });
    if (waiting.length >= batch) await store();
  }
  if (waiting.length > 0) await store();
  return counts;
}

/** True when it is not there by the next turn of the event loop. */
async function isSlow(next: Promise<unknown>): Promise<boolean> {
  let isThere = false;
  const settled = () => {
    isThere = true;
  };
  next.then(settled, settled);
  await new Promise((resolve) => setImmediate(resolve));
  return !isThere;
}
