import { LEAST_MINUTES, type Milliseconds, sportOfLayout } from '../../../format/index.js';
import type { MarketTerms } from '../../wire/terms.js';

/**
 * The earliest time at which a match with this start can be decided under the policy of the terms, in Unix seconds:
 * the least that `earliest` of a market, or `notBefore` of a reader, should be. A final mark before it was set by
 * mistake. For a sport that is not known it is the start.
 *
 * @param start Of the fixture, in Unix ms.
 *
 * @example
 * ```ts
 * import { milliseconds } from 'linesman/format';
 * import { earliestDecision } from 'linesman/program';
 *
 * const start = milliseconds(Date.UTC(2026, 8, 21, 15));
 * const notBefore = earliestDecision({ sport: 1, finality: 'Finalised' }, start); // 16:35
 * ```
 */
export function earliestDecision(
  { sport: layout, finality }: Pick<MarketTerms, 'sport' | 'finality'>,
  start: Milliseconds,
): number {
  const sport = sportOfLayout(layout);
  return Math.floor(start / 1_000) + (sport ? 60 * LEAST_MINUTES[sport][finality] : 0);
}
