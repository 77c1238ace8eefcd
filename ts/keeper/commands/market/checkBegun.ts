import { fail, INVALID_TIMES, MATCH_BEGUN, STAKES_CLOSE_AFTER_START, STAKING_CLOSED } from 'linesman/error';
import { isoTime } from 'linesman/internal';
import type { StakeRefusal } from 'linesman/program';
import type { Fixture } from './fixtureOf.js';
import { timeText } from './timeText.js';

/** Accepting stakes after the kick-off includes accepting a match that has started. */
const LIVE_STAKES: StakeRefusal = STAKES_CLOSE_AFTER_START;

/**
 * Refuses a started match, for new markets and for stakes. `now`: seconds of the chain's clock. Errors:
 * MATCH_BEGUN with both times.
 */
export function checkNotBegun(fixture: Fixture | null, now: number, accepted: readonly StakeRefusal[]): void {
  if (fixture === null || accepted.includes(LIVE_STAKES)) return;
  const kickOff = Math.floor(fixture.start / 1_000);
  if (now >= kickOff) fail(MATCH_BEGUN, { fixture: fixture.id, kickOff: timeText(kickOff, now), now: isoTime(now) });
}

/** Errors: INVALID_TIMES with both times, which the program's error lacks. */
export function checkStillToClose(stakesClose: number, now: number): void {
  if (stakesClose <= now) fail(INVALID_TIMES, { stakesClose: timeText(stakesClose, now), now: isoTime(now) });
}

/** Errors: STAKING_CLOSED with both times. */
export function checkStillOpen(stakesClose: number, now: number): void {
  if (stakesClose <= now) fail(STAKING_CLOSED, { closed: timeText(stakesClose, now), now: isoTime(now) });
}
