import { OUTSIDE_TIME_BOUNDS } from '../../../error/codes/settlement.js';
import { fail } from '../../../error/linesmanError.js';

/**
 * Checks that the first update of a slot lies within the times of a market. Errors: OUTSIDE_TIME_BOUNDS.
 *
 * @param from Unix seconds, inclusive.
 * @param latest Unix seconds; all of this second counts.
 * @param time Unix ms.
 */
export function checkTimeBounds(from: number, latest: number, time: number): void {
  if (time < from * 1_000 || time > latest * 1_000 + 999) fail(OUTSIDE_TIME_BOUNDS, { time });
}
