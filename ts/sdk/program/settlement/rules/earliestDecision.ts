import type { Milliseconds } from '../../../format/slotTime.js';
import { LEAST_MINUTES } from '../../../format/sports/sports.js';
import type { MarketTerms } from '../../wire/terms.js';

/**
 * The earliest time at which a match with this start can be decided under the policy of the terms, in Unix seconds:
 * the minimum for `earliest` of a market, or `notBefore` of a reader. A final mark before this time was set by mistake.
 *
 * @param start Of the fixture, in Unix ms.
 *
 * @example
 * ```ts
 * import { milliseconds } from '@linesman/sdk/format';
 * import { earliestDecision } from '@linesman/sdk/program';
 *
 * const start = milliseconds(Date.UTC(2026, 8, 21, 15));
 * const notBefore = earliestDecision({ sport: 'soccer', finality: 'finalised' }, start); // 16:35
 * ```
 */
export const earliestDecision = (
  { sport, finality }: Pick<MarketTerms, 'sport' | 'finality'>,
  start: Milliseconds,
): number => Math.floor(start / 1_000) + 60 * LEAST_MINUTES[sport][finality];
