import { fail } from '../../error/index.js';
import type { StakeRefusal } from '../../program/index.js';
import type { Fixture } from './fixtureOf.js';
import { isoTime, timeText } from './timeText.js';

/** Who accepts that stakes close after the kick-off accepts that the match has begun. */
const LIVE_STAKES: StakeRefusal = 7019;

/** Refuses a match that has begun, for new markets and stakes alike. `now`: seconds of the chain's clock. Errors: 7240 with both times. */
export function checkNotBegun(fixture: Fixture | null, now: number, accepted: readonly StakeRefusal[]): void {
  if (fixture === null || accepted.includes(LIVE_STAKES)) return;
  const kickOff = Math.floor(fixture.start / 1_000);
  if (now >= kickOff)
    fail(7240, {
      message: `Fixture ${fixture.id} has begun: kick-off was at ${timeText(kickOff, now)}, and the chain's clock says ${isoTime(now)}.`,
    });
}

/** Errors: 6204 with both times, which the program would not name. */
export function checkStillToClose(stakesClose: number, now: number): void {
  if (stakesClose <= now)
    fail(6204, {
      message: `Stakes would close at ${timeText(stakesClose, now)}, and the chain's clock says ${isoTime(now)}.`,
      hint: 'Let stakes close later, and before the kick-off: --stakes-close.',
    });
}

/** Errors: 6212 with both times. */
export function checkStillOpen(stakesClose: number, now: number): void {
  if (stakesClose <= now)
    fail(6212, {
      message: `Stakes closed at ${timeText(stakesClose, now)}; the chain's clock says ${isoTime(now)}.`,
    });
}
