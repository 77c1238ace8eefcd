import { type Milliseconds, type Sport, sportOfLayout } from '../../../format/index.js';
import type { FinalityPolicy } from '../../finalityPolicy.js';
import type { MarketTerms } from '../../wire/terms.js';

type Minutes = Readonly<Record<FinalityPolicy, number>>;

/**
 * Minutes from the start of a match until the policy's deciding period, at the least, less 5. Measured on recorded and
 * made-up matches of every course (tests/service/earliestDecision.test.ts). The 5 minutes are those of a slot, because
 * times are compared with the first record of the match in the slot of the event.
 */
const LEAST: Readonly<Record<Sport, Minutes>> = {
  soccer: { Finalised: 95, RegularTime: 95, HalfTime: 40, SignedFinal: 95 },
  // Two halves of 20 minutes.
  basketball: { Finalised: 85, RegularTime: 80, HalfTime: 30, SignedFinal: 85 },
  'us-football': { Finalised: 175, RegularTime: 170, HalfTime: 75, SignedFinal: 175 },
};

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
  return Math.floor(start / 1_000) + (sport ? 60 * LEAST[sport][finality] : 0);
}
