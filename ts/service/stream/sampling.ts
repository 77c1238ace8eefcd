import { MS_PER_SLOT } from 'linesman/format';

/** The window of `seconds` that a time (ms) falls in, as its end. Windows are counted from the start of a slot and end with it at the latest. */
export function windowEnd(time: number, seconds: number): number {
  const slot = time - (time % MS_PER_SLOT);
  const length = seconds * 1000;
  return Math.min(slot + (Math.floor((time - slot) / length) + 1) * length, slot + MS_PER_SLOT);
}

/** What sampling looks at. */
export interface Sampled {
  readonly fixtureId: number;
  readonly line: string;
  readonly suspended: boolean;
  /** `Ts`, ms. */
  readonly ts: number;
  /** When it was accepted, ms. */
  readonly acceptedAt: number;
}

export const lineKey = ({ fixtureId, line }: Sampled): string => `${fixtureId}|${line}`;

/** Seconds between odds of the line of a record, alike for all of one line; 0: real time, `null`: not to be seen. */
export type SamplingOf<T> = (record: T) => number | null;

/**
 * Names the window whose latest record of a line counts: that of its `Ts`. A record of the future counts to the window in which it was
 * accepted: it would else show what is not over.
 */
export function windowKey(record: Sampled, seconds: number): string {
  const { ts, acceptedAt } = record;
  return `${ts - (ts % MS_PER_SLOT)}|${windowEnd(Math.min(ts, acceptedAt), seconds)}|${lineKey(record)}`;
}

/**
 * When a price may be shown to those who are sampled: at the end of the window in which it was accepted. By its `Ts` alone a feed that is
 * later than a window would be passed on in real time.
 */
export const shownFrom = ({ acceptedAt }: Sampled, seconds: number): number => windowEnd(acceptedAt, seconds);

/**
 * Sampling of a list, which is in the order of acceptance: of each line the latest record of each window that is over at `now`, and every
 * suspension at once. What a running window holds changes nothing: neither does it show, nor does what it will replace go away.
 */
export function sampled<T extends Sampled>(
  records: readonly T[],
  samplingOf: SamplingOf<T>,
  now: number,
): readonly T[] {
  const shown = new Set<string>();
  const replaced = new Set<string>();
  const isShown = (record: T): boolean => {
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
  return records.toReversed().filter(isShown).reverse();
}

/** Of each line the latest record of a list, in its order. */
export function latestOfLines<T extends Sampled>(records: readonly T[]): readonly T[] {
  const latest = new Map(records.map((record) => [lineKey(record), record]));
  return records.filter((record) => latest.get(lineKey(record)) === record);
}
