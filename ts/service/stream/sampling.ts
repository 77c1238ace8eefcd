import { MS_PER_SLOT } from '../../format/index.js';

/** The window of `seconds` that a time (ms) falls in, as its end. Windows are counted from the start of a slot and end with it at the latest. */
export function windowEnd(ts: number, seconds: number): number {
  const slot = ts - (ts % MS_PER_SLOT);
  const length = seconds * 1000;
  return Math.min(slot + (Math.floor((ts - slot) / length) + 1) * length, slot + MS_PER_SLOT);
}

/** What sampling looks at. */
export interface Sampled {
  readonly fixtureId: number;
  readonly line: string;
  readonly suspended: boolean;
  readonly ts: number;
}

export const lineKey = ({ fixtureId, line }: Sampled): string => `${fixtureId}|${line}`;

/** Seconds between odds of the line of a record, alike for all of one line; 0: real time, `null`: not to be seen. */
export type SamplingOf<T> = (record: T) => number | null;

/**
 * Sampling of a list, in its order: of each line the latest record of each window of its seconds, and every suspension. A window that is
 * still open at `now` gives its suspensions only, or asking often would be real time. 0 seconds: everything.
 */
export function sampled<T extends Sampled>(
  records: readonly T[],
  samplingOf: SamplingOf<T>,
  now: number,
): readonly T[] {
  const ends = new Map(
    records.flatMap((record): [T, number][] => {
      const seconds = samplingOf(record);
      return seconds === null ? [] : [[record, seconds === 0 ? 0 : windowEnd(record.ts, seconds)]];
    }),
  );
  const latest = new Map<string, T>();
  for (const [record, end] of ends) latest.set(`${end}|${lineKey(record)}`, record);
  const chosen = new Set(latest.values());
  return records.filter((record) => {
    const end = ends.get(record);
    return end !== undefined && (end === 0 || record.suspended || (chosen.has(record) && end <= now));
  });
}
