import { setImmediate } from 'node:timers/promises';
import type { Season } from '@linesman/season/calendar';
import { LONGEST_MATCH } from '@linesman/season/calendar';

/**
 * A time (ms) before which every record of the season is stored or refused, wherever an earlier feed stopped. Checks
 * the matches that have ended by `now`, latest first: records are stored in time order, so a match's last score vouches
 * for all records before it.
 */
export async function storedUntil(
  season: Season,
  now: number,
  isStored: (score: { readonly fixtureId: number; readonly seq: number }) => Promise<boolean>,
  signal?: AbortSignal,
): Promise<number> {
  let until = Number.NEGATIVE_INFINITY;
  for (let number = season.firstFrom(now) - 1; number >= 0 && !signal?.aborted; number--) {
    // This match and all earlier ones had ended by then.
    if (season.kickOff(number) + LONGEST_MATCH < until) break;
    const last = season.match(number).scores.at(-1);
    if (last && last.Ts > until && last.Ts <= now && (await isStored({ fixtureId: last.FixtureId, seq: last.Seq })))
      until = last.Ts;
    // Lets the rest of the process run.
    await setImmediate();
  }
  return until;
}
