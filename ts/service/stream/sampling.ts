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

/**
 * Sampling of a list, in its order: of each line the latest record of each window of `seconds`, and every suspension. A window that is
 * still open at `now` gives its suspensions only, or asking often would be real time. 0 seconds: everything.
 */
export function sampled<T extends Sampled>(records: readonly T[], seconds: number, now: number): readonly T[] {
  if (seconds <= 0) return records;
  const latest = new Map<string, T>();
  for (const record of records) latest.set(`${windowEnd(record.ts, seconds)}|${lineKey(record)}`, record);
  const chosen = new Set(latest.values());
  return records.filter((record) => record.suspended || (chosen.has(record) && windowEnd(record.ts, seconds) <= now));
}
