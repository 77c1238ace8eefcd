import { setImmediate } from 'node:timers/promises';
import { LONGEST_MATCH } from '../season/calendar/matchSpan.js';
import type { Season } from '../season/calendar/season.js';

/**
 * A time (ms) before which every record of the season is stored or was refused: a feed that was stopped at any point lacks nothing of the matches that
 * were over by then. Looks at the matches that are over at `now`, from the last one back: records are stored in time order, so the last
 * score of a match speaks for all records before it.
 */
export async function storedUntil(
  season: Season,
  now: number,
  isStored: (score: { readonly fixtureId: number; readonly seq: number }) => Promise<boolean>,
  signal?: AbortSignal,
): Promise<number> {
  let until = Number.NEGATIVE_INFINITY;
  for (let number = season.firstFrom(now) - 1; number >= 0 && !signal?.aborted; number--) {
    // This match and those before it were over by then.
    if (season.kickOff(number) + LONGEST_MATCH < until) break;
    const last = season.match(number).scores.at(-1);
    if (last && last.Ts > until && last.Ts <= now && (await isStored({ fixtureId: last.FixtureId, seq: last.Seq })))
      until = last.Ts;
    // Nobody else in the process would have a turn meanwhile.
    await setImmediate();
  }
  return until;
}
