import { LinesmanError } from '../../error/index.js';
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
  const limits = {
    most: batch,
    heaviest: HEAVIEST,
    weigh: (line: Line | readonly Line[]) => partsOf(line).reduce((sum, part) => sum + weightOf(part), 0),
    signal,
  };
  for await (const group of inGroups(lines, limits)) {
    const first = counts.lastLine + 1;
    const numbered = group.flatMap((line, i) => partsOf(line).map((text) => ({ line: first + i, text })));
    const given = numbered.filter(({ text }) => text instanceof LinesmanError || text.trim() !== '');
    const records = given.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
    const stored = records.length > 0 ? [...(await taker.acceptAll(records))].reverse() : [];
    const results = given.map(
      ({ line, text }): LineResult => ({ line, result: typeof text === 'string' ? (stored.pop() as Taken) : text }),
    );
    for (const { line, result } of results) {
      if (result instanceof LinesmanError) {
        counts.refused++;
        onRefused?.({ line, path: pathOf(result), error: result });
      } else counts[result.status]++;
    }
    counts.lastLine += group.length;
    if (results.length > 0) await onResults?.(results);
    onProgress?.(counts.lastLine);
  }
  return counts;
}

const partsOf = (line: Line | readonly Line[]): readonly Line[] =>
  typeof line === 'string' || line instanceof LinesmanError ? [line] : line;

const weightOf = (line: Line): number => (typeof line === 'string' ? line.length : 0);
