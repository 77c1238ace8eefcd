import { type Milliseconds, milliseconds, type UnixSeconds } from '../../format/slotTime.js';
import type { MarketTerms } from '../wire/terms.js';
import { MARKET_DEFAULTS } from './marketDefaults.js';
import { earliestDecision } from './rules/earliestDecision.js';
import { LEAST_TIME_BEFORE_START } from './rules/reviewStake.js';

const DAY = 86_400;

/** The times of a market's terms, in Unix seconds, and the length of the challenge window. */
export type MarketTimes = Pick<MarketTerms, 'stakesClose' | 'earliest' | 'latest' | 'voidAfter' | 'challengeWindow'>;

/** The inputs from which the usual times are derived, in Unix seconds: `stakesClose`, `fixtureStart` (ms), or both. */
export type GivenTimes = Partial<MarketTimes> &
  Pick<MarketTerms, 'sport' | 'finality'> &
  (
    | { readonly stakesClose: UnixSeconds; readonly fixtureStart?: Milliseconds | null }
    | { readonly fixtureStart: Milliseconds }
  );

/**
 * The times that a careful staker accepts: stakes close five minutes before the start, results count for a day from
 * when the match can be decided (`earliestDecision`), and from a day after the last challenge could end, anyone may
 * void an unsettled market. Given times replace these, and the later times are derived from them.
 *
 * @param given In Unix seconds; sport, policy, and the start or the close of stakes are required. Without a start, the
 * close of stakes counts as it. Default challenge window: an hour.
 *
 * @example
 * ```ts
 * import { milliseconds } from '@linesman/sdk/format';
 * import { usualMarketTimes } from '@linesman/sdk/program';
 *
 * const terms = { sport: 'soccer', finality: 'finalised' } as const;
 * const fixtureStart = milliseconds(Date.UTC(2026, 8, 21, 15));
 * const { voidAfter } = usualMarketTimes({ ...terms, fixtureStart, challengeWindow: 600 });
 * ```
 */
export function usualMarketTimes(given: GivenTimes): MarketTimes {
  const { challengeWindow = MARKET_DEFAULTS.challengeWindow } = given;
  const start = given.fixtureStart ?? milliseconds(1_000 * (given.stakesClose ?? 0));
  const { stakesClose = Math.floor(start / 1_000) - LEAST_TIME_BEFORE_START } = given;
  const decided = earliestDecision(given, start);
  const { earliest = Math.max(stakesClose, decided), latest = earliest + DAY } = given;
  const { voidAfter = latest + challengeWindow + DAY } = given;
  return { challengeWindow, stakesClose, earliest, latest, voidAfter };
}
