import { STAKES_CLOSE_AFTER_START } from '../../../error/codes/library.js';
import { CHAIN_CLOCK_BEHIND, MATCH_BEGUN } from '../../../error/codes/market.js';
import { INVALID_TIMES, STAKING_CLOSED } from '../../../error/codes/settlement.js';
import { fail } from '../../../error/linesmanError.js';
import { isoTime } from '../../../format/isoTime.js';
import { timeText } from '../../../format/timeDistance.js';
import type { MarketTerms } from '../../wire/terms.js';
import type { StakeTrust } from './checkStakeTrust.js';
import { LEAST_TIME_BEFORE_START } from './reviewStake.js';

/**
 * Refuses a match that has started, for new markets and for stakes, because people who watch it must not bet against
 * people who do not. A caller that accepts stakes after the start also accepts such a match. `now`: seconds of the
 * chain's clock. Errors: MATCH_BEGUN with both times.
 */
export function checkNotBegun(
  { fixtureId }: Pick<MarketTerms, 'fixtureId'>,
  { fixtureStart, accept = [] }: Pick<StakeTrust, 'fixtureStart' | 'accept'>,
  now: number,
): void {
  if (fixtureStart === null || accept.includes(STAKES_CLOSE_AFTER_START)) return;
  const start = Math.floor(fixtureStart / 1_000);
  if (now >= start) fail(MATCH_BEGUN, { fixture: fixtureId, start: timeText(start, now), now: isoTime(now) });
}

/** Errors: INVALID_TIMES with both times. The program's error lacks them. */
export function checkStillToClose({ stakesClose }: Pick<MarketTerms, 'stakesClose'>, now: number): void {
  if (stakesClose <= now) fail(INVALID_TIMES, { stakesClose: timeText(stakesClose, now), now: isoTime(now) });
}

/** Errors: STAKING_CLOSED with both times. */
export function checkStillOpen({ stakesClose }: Pick<MarketTerms, 'stakesClose'>, now: number): void {
  if (stakesClose <= now) fail(STAKING_CLOSED, { closed: timeText(stakesClose, now), now: isoTime(now) });
}

/**
 * Refuses a stake by a chain whose clock is further behind than stakes close before the start: it may take stakes on a
 * match that has begun. Only builders refuse; a transaction that is signed may land later. `clock`: the caller's own.
 * Errors: CHAIN_CLOCK_BEHIND with both times.
 */
export function checkClock({ accept = [] }: Pick<StakeTrust, 'accept'>, now: number, clock: number): void {
  const own = Math.floor(clock / 1_000);
  if (own - now > LEAST_TIME_BEFORE_START && !accept.includes(CHAIN_CLOCK_BEHIND))
    fail(CHAIN_CLOCK_BEHIND, { now: isoTime(now), own: timeText(own, now) });
}
