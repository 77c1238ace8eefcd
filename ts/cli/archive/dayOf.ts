import { fail, quoted } from '../../error/index.js';
import { type EpochDay, epochDay, MS_PER_DAY } from '../../format/index.js';

/** A day as people write it: the number of the day, or `2026-07-09`. 7015 for anything else. */
export function dayOf(text: string): EpochDay {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return epochDay(Number(text));
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  // 2026-02-30 is no day, whatever Date makes of it.
  if (time >= 0 && time <= 65_535 * MS_PER_DAY && new Date(time).toISOString().startsWith(text))
    return epochDay(time / MS_PER_DAY);
  return fail(7015, {
    message: `${quoted(text)} is no day: give 2026-07-09, or its number since 1970, 0 to 65535.`,
  });
}
