import { MS_PER_SLOT } from '@linesman/sdk/format';
import type { Pages } from '../answer/pages.js';

/**
 * End of the window of `seconds` that contains a time (ms). Windows count from the start of a slot and never exceed it.
 */
export function windowEnd(time: number, seconds: number): number {
  const slot = time - (time % MS_PER_SLOT);
  const length = seconds * 1000;
  return Math.min(slot + (Math.floor((time - slot) / length) + 1) * length, slot + MS_PER_SLOT);
}

/** The fields that sampling needs. */
export interface Sampled {
  readonly fixtureId: number;
  readonly line: string;
  readonly suspended: boolean;
  /** `Ts`, ms. */
  readonly ts: number;
  /** Time of acceptance, ms. */
  readonly acceptedAt: number;
}

export const lineKey = ({ fixtureId, line }: Sampled): string => `${fixtureId}|${line}`;

/**
 * Seconds between odds of the record's line, the same for all records of a line: 0 for real time, `null` for no access.
 */
export type SamplingOf<T> = (record: T) => number | null;

/**
 * The window, given by `Ts`, of which a line shows only the latest record. A record with a future `Ts` belongs to the
 * window of its acceptance, because otherwise it would reveal an open window.
 */
export function windowKey(record: Sampled, seconds: number): string {
  const { ts } = record;
  return `${ts - (ts % MS_PER_SLOT)}|${ownWindowEnd(record, seconds)}|${lineKey(record)}`;
}

/** When that window ends, ms. */
export const ownWindowEnd = ({ ts, acceptedAt }: Sampled, seconds: number): number =>
  windowEnd(Math.min(ts, acceptedAt), seconds);

/**
 * When a sampled price may be shown: at the end of the window in which it was accepted. With `Ts` instead, a feed that
 * lags more than a window would get through in real time.
 */
export const shownFrom = ({ acceptedAt }: Sampled, seconds: number): number => windowEnd(acceptedAt, seconds);

/**
 * Samples a list in order of acceptance: returns the latest record of each line and window that has ended at `now`, and
 * every suspension at once. Records of an open window are not shown, and do not hide the records that they will
 * replace.
 */
export function sampled<T extends Sampled>(
  records: readonly T[],
  samplingOf: SamplingOf<T>,
  now: number,
): readonly T[] {
  return records.toReversed().filter(sampler(samplingOf, now)).reverse();
}

/** Whether a record is shown; to be asked about each record of a list, the latest first. */
function sampler<T extends Sampled>(samplingOf: SamplingOf<T>, now: number): (record: T) => boolean {
  const shown = new Set<string>();
  const replaced = new Set<string>();
  return (record) => {
    const seconds = samplingOf(record);
    if (seconds === null || seconds <= 0) return seconds !== null;
    const window = windowKey(record, seconds);
    const from = shownFrom(record, seconds);
    const isLatest = !shown.has(window) && !replaced.has(`${from}|${window}`);
    replaced.add(`${from}|${window}`);
    if (!record.suspended && !(isLatest && from <= now)) return false;
    shown.add(window);
    return true;
  };
}

/**
 * `sampled` for a list in pages. What is shown depends on later records, so a list of several pages is read twice: the
 * latest first, to see which records are shown, then in order. Records that were stored in between are left out.
 */
export async function* sampledPages<T extends Sampled>(
  read: (latestFirst: boolean) => Pages<T>,
  samplingOf: SamplingOf<T>,
  now: number,
): AsyncGenerator<readonly T[]> {
  const isShown = sampler(samplingOf, now);
  const marks: boolean[] = [];
  let only: readonly T[] | undefined;
  for await (const page of read(true)) {
    const kept = page.filter((record) => {
      const mark = isShown(record);
      marks.push(mark);
      return mark;
    });
    only = marks.length === page.length ? kept.reverse() : undefined;
    // Whoever reads the list sees that another page was read.
    if (!only) yield [];
  }
  if (only) yield only;
  else for await (const page of read(false)) yield page.filter(() => marks.pop());
}

/** The latest record of each line in a list, in order. */
export function latestOfLines<T extends Sampled>(records: readonly T[]): readonly T[] {
  const latest = new Map(records.map((record) => [lineKey(record), record]));
  return records.filter((record) => latest.get(lineKey(record)) === record);
}
