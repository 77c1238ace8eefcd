import { fail, MALFORMED_DAY } from 'linesman/error';
import { type EpochDay, epochDay, MS_PER_DAY } from 'linesman/format';

/** Parses a day: its number, or `2026-07-09`. Errors: MALFORMED_DAY. */
export function dayOf(text: string): EpochDay {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return epochDay(Number(text));
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  // Date would accept 2026-02-30.
  if (time >= 0 && time <= 65_535 * MS_PER_DAY && new Date(time).toISOString().startsWith(text))
    return epochDay(time / MS_PER_DAY);
  return fail(MALFORMED_DAY, { value: text });
}
