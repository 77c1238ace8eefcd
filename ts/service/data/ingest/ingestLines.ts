import { LinesmanError } from '@linesman/sdk/error';
import { realClock } from '../../clock/realClock.js';
import { inGroups } from './inGroups.js';
import { type Decided, Patience, type PatienceOptions } from './patience.js';
import type { RecordTaker, StoredLine } from './recordTaker.js';

/** A line, or why it cannot be read: too long, or not UTF-8. */
export type Line = string | LinesmanError;

/** A refused line. */
export interface RefusedLine {
  readonly line: number;
  /** Path in the record, such as `$.Stats.1`; `$` for the record as a whole. */
  readonly path: string;
  readonly error: LinesmanError;
}

/** The result of a non-empty line. */
export interface LineResult {
  readonly line: number;
  readonly result: StoredLine | LinesmanError;
}

export interface IngestLinesOptions {
  readonly onRefused?: (refused: RefusedLine) => void;
  /** Called when every line up to this one is stored or refused. */
  readonly onProgress?: (line: number) => void;
  /**
   * Called with the results of non-empty lines once they are decided: in the order of the lines, but for those that
   * waited. The next lines wait for the promise.
   */
  readonly onResults?: (results: readonly LineResult[]) => void | Promise<void>;
  /** Stops reading. Lines already read are stored before the promise fulfils. */
  readonly signal?: AbortSignal;
  /** Lines stored together when they arrive faster than one by one. Default 200. */
  readonly batch?: number;
  /** Number of the first line. Default 1. */
  readonly firstLine?: number;
  /** Lets records come in any order. Default: each is decided when it comes. */
  readonly patience?: PatienceOptions;
}

/** Totals over the lines. */
export interface IngestedLines {
  readonly accepted: number;
  /** Records that were already stored. */
  readonly repeated: number;
  readonly refused: number;
  /** Records that are kept until others arrive. */
  readonly held?: number;
  /** Number of the last processed line; resume after it. */
  readonly lastLine: number;
}

const DEFAULT_BATCH = 200;
/** Characters stored together. */
const HEAVIEST = 4 * 2 ** 20;

/** Path of the error in the record; `$` for the record as a whole. */
export const pathOf = ({ context: { path } }: LinesmanError): string => (typeof path === 'string' ? path : '$');

/**
 * Takes in records from lines of JSON (NDJSON). Skips empty lines; a line may contain several records. A
 * refused line does not stop the others. If records cannot be stored, the promise rejects: lines up to the last
 * `onProgress` are stored, and sending the others again is safe.
 */
export async function ingestLines(
  taker: RecordTaker,
  lines: AsyncIterable<Line | readonly Line[]> | Iterable<Line | readonly Line[]>,
  { onRefused, onProgress, onResults, signal, batch = DEFAULT_BATCH, firstLine = 1, patience }: IngestLinesOptions = {},
): Promise<IngestedLines> {
  const patient = patience && new Patience<TextLine>(taker, patience);
  const take = patient ? patient.take.bind(patient) : takingAtOnce(taker);
  let read = firstLine - 1;
  const counts = { accepted: 0, repeated: 0, refused: 0, lastLine: firstLine - 1 };
  let held = 0;
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
  const settle = async (results: readonly LineResult[]): Promise<void> => {
    for (const { line, result } of results) {
      if (result instanceof LinesmanError) {
        counts.refused++;
        onRefused?.({ line, path: pathOf(result), error: result });
      } else if (result.status === 'held') held++;
      else counts[result.status]++;
    }
    counts.lastLine = Math.min(read, ...Array.from(patient?.items() ?? [], ({ line }) => line - 1));
    if (results.length > 0) await onResults?.(results);
    onProgress?.(counts.lastLine);
  };
  // One group is gathered and read while the previous one is stored.
  const gather = async () => {
    const { done, value } = await groups.next();
    return done ? undefined : value;
  };
  try {
    let group = await gather();
    while (group) {
      const given = recordsOf(group, read + 1);
      let next: ReturnType<typeof gather> | undefined;
      const dealtWith = takeGroup(take, given, async () => recordTexts(recordsOf((await next) ?? [], 0)));
      storing = dealtWith.catch(() => {});
      // Starts after the query is sent; otherwise the query would wait for the source.
      next = nextTurn().then(gather);
      // An error of the source is reported after the results of this group.
      next.catch(() => {});
      const results = await dealtWith;
      read += group.length;
      await settle(results);
      storing = undefined;
      while (patient && (await isDue(patient.due, next, stop.signal)))
        await settle((await patient.judge()).map(lineOf));
      group = await next;
    }
    // What still waits after an abort is not decided: the input is not over.
    if (patient && !stop.signal.aborted) await settle((await patient.judge(Infinity)).map(lineOf));
    return { ...counts, ...(held > 0 && { held }) };
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

/** The non-empty lines of a group. */
function recordsOf(group: readonly (Line | readonly Line[])[], first: number): readonly NumberedLine[] {
  return group
    .flatMap((line, i) => partsOf(line).map((text) => ({ line: first + i, text })))
    .filter(({ text }) => text instanceof LinesmanError || text.trim() !== '');
}

const recordTexts = (lines: readonly NumberedLine[]): string[] =>
  lines.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));

interface TextLine extends NumberedLine {
  readonly text: string;
}

type Take = (
  items: readonly TextLine[],
  next: () => Promise<readonly string[]>,
) => Promise<readonly Decided<TextLine>[]>;

const takingAtOnce =
  (taker: RecordTaker): Take =>
  async (items, next) => {
    const results = await taker.acceptAll(recordTexts(items), next);
    return items.map((of, i) => ({ of, result: results[i] as StoredLine }));
  };

const lineOf = ({ of: { line }, result }: Decided<TextLine>): LineResult => ({ line, result });

/** Lines that are no text are refused in their place; what waited before comes after the lines of the group. */
async function takeGroup(
  take: Take,
  given: readonly NumberedLine[],
  next: () => Promise<readonly string[]>,
): Promise<readonly LineResult[]> {
  const records = given.filter((one): one is TextLine => typeof one.text === 'string');
  const decided = records.length > 0 ? (await take(records, next)).map(lineOf) : [];
  const unreadable = given.flatMap(({ line, text }) => (typeof text === 'string' ? [] : [{ line, result: text }]));
  return [...decided, ...unreadable].sort((a, b) => a.line - b.line);
}

/** Waits for more lines, or until records have waited long enough: then true. */
async function isDue(due: number | undefined, next: Promise<unknown>, signal: AbortSignal): Promise<boolean> {
  if (due === undefined) return false;
  const over = new AbortController();
  const isOver = () => over.abort();
  signal.addEventListener('abort', isOver, { once: true });
  const come = next.then(isOver, isOver);
  await Promise.race([come, realClock.sleepUntil(due, over.signal)]);
  signal.removeEventListener('abort', isOver);
  return !signal.aborted && realClock.now() >= due;
}

const partsOf = (line: Line | readonly Line[]): readonly Line[] =>
  typeof line === 'string' || line instanceof LinesmanError ? [line] : line;

const weightOf = (line: Line): number => (typeof line === 'string' ? line.length : 0);
