import { fail, MALFORMED_DAY } from 'linesman/error';
import { type EpochDay, epochDay, MS_PER_DAY } from 'linesman/format';

/** A day as people write it: the number of the day, or `2026-07-09`. Errors: MALFORMED_DAY. */
export function dayOf(text: string): EpochDay {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return epochDay(Number(text));
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  // 2026-02-30 is no day, whatever Date makes of it.
  if (time >= 0 && time <= 65_535 * MS_PER_DAY && new Date(time).toISOString().startsWith(text))
    return epochDay(time / MS_PER_DAY);
  return fail(MALFORMED_DAY, { value: text });
}
