import { LinesmanError } from 'linesman/error';
import { inGroups } from './inGroups.js';
import type { RecordTaker, Taken } from './recordTaker.js';

/** A line, or why it cannot be one: too long, not UTF-8. */
export type Line = string | LinesmanError;

/** A line that was refused. */
export interface RefusedLine {
  readonly line: number;
  /** Where in the record, like `$.Stats.1`; `$` when the record as a whole is at fault. */
  readonly path: string;
  readonly error: LinesmanError;
}

/** What came of a line that is not empty. */
export interface LineResult {
  readonly line: number;
  readonly result: Taken | LinesmanError;
}

export interface IngestLinesOptions {
  readonly onRefused?: (refused: RefusedLine) => void;
  /** Every line up to this one is stored or was refused. */
  readonly onProgress?: (line: number) => void;
  /** All that is not empty, in order, once it is stored. The next lines are stored when the promise is fulfilled. */
  readonly onResults?: (results: readonly LineResult[]) => void | Promise<void>;
  /** Ends the reading. What was read is stored before the promise is fulfilled. */
  readonly signal?: AbortSignal;
  /** Lines that are stored together when they come faster than they can be stored one by one. Default 200. */
  readonly batch?: number;
  /** Number of the first line. Default 1. */
  readonly firstLine?: number;
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
/** Characters that are stored together. */
const HEAVIEST = 4 * 2 ** 20;

/** Where in the record the error is; `$` when the record as a whole is at fault. */
export const pathOf = ({ context: { path } }: LinesmanError): string => (typeof path === 'string' ? path : '$');

/**
 * Takes records from lines of JSON (NDJSON), in order; empty lines are left out, and a line may hold several. A refused line stops nothing. When the records cannot be stored, the promise
 * is rejected: lines up to the last one that `onProgress` told of are stored; to send others again does no harm.
 */
export async function ingestLines(
  taker: RecordTaker,
  lines: AsyncIterable<Line | readonly Line[]> | Iterable<Line | readonly Line[]>,
  { onRefused, onProgress, onResults, signal, batch = DEFAULT_BATCH, firstLine = 1 }: IngestLinesOptions = {},
): Promise<IngestedLines> {
  const counts = { accepted: 0, repeated: 0, refused: 0, lastLine: firstLine - 1 };
  const stop = new AbortController();
  const end = (): void => stop.abort();
  signal?.addEventListener('abort', end, { once: true });
  if (signal?.aborted) end();
  let storing: Promise<unknown> | undefined;
  const groups = inGroups(lines, {
    most: batch,
    heaviest: HEAVIEST,
    weigh: (line: Line | readonly Line[]) => partsOf(line).reduce((sum, part) => sum + weightOf(part), 0),
    busy: () => storing,
    signal: stop.signal,
  });
  // One group is gathered, and read, while the one before is stored.
  const gather = async () => {
    const { done, value } = await groups.next();
    return done ? undefined : value;
  };
  try {
    let group = await gather();
    while (group) {
      const given = recordsOf(group, counts.lastLine + 1);
      let next: ReturnType<typeof gather> | undefined;
      const dealtWith = takeGroup(taker, given, async () => recordTexts(recordsOf((await next) ?? [], 0)));
      storing = dealtWith.catch(() => {});
      // Once the database is asked: it would wait for the source otherwise.
      next = nextTurn().then(gather);
      // What the source says is said after what came of this group.
      next.catch(() => {});
      const results = await dealtWith;
      for (const { line, result } of results) {
        if (result instanceof LinesmanError) {
          counts.refused++;
          onRefused?.({ line, path: pathOf(result), error: result });
        } else counts[result.status]++;
      }
      counts.lastLine += group.length;
      if (results.length > 0) await onResults?.(results);
      onProgress?.(counts.lastLine);
      storing = undefined;
      group = await next;
    }
    return counts;
  } finally {
    signal?.removeEventListener('abort', end);
    end();
    await groups.return(undefined);
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface NumberedLine {
  readonly line: number;
  readonly text: Line;
}

/** The lines of a group that are not empty. */
function recordsOf(group: readonly (Line | readonly Line[])[], first: number): readonly NumberedLine[] {
  return group
    .flatMap((line, i) => partsOf(line).map((text) => ({ line: first + i, text })))
    .filter(({ text }) => text instanceof LinesmanError || text.trim() !== '');
}

const recordTexts = (lines: readonly NumberedLine[]): string[] =>
  lines.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));

async function takeGroup(
  taker: RecordTaker,
  given: readonly NumberedLine[],
  next: () => Promise<readonly string[]>,
): Promise<readonly LineResult[]> {
  const records = recordTexts(given);
  const stored = records.length > 0 ? [...(await taker.acceptAll(records, next))].reverse() : [];
  return given.map(({ line, text }) => ({ line, result: typeof text === 'string' ? (stored.pop() as Taken) : text }));
}

const partsOf = (line: Line | readonly Line[]): readonly Line[] =>
  typeof line === 'string' || line instanceof LinesmanError ? [line] : line;

const weightOf = (line: Line): number => (typeof line === 'string' ? line.length : 0);
