import { FINALISED } from '../../../format/period.js';
import { DECIDING_PERIODS, SPORT_LAYOUTS, SPORT_PARTS } from '../../../format/sports/sports.js';
import type { Fact } from '../../../proof/fact.js';
import type { MarketTerms } from '../../wire/terms.js';

/** The periods of the present leaves. A zero proof binds none. */
export const presentPeriods = (facts: readonly Fact[]): number[] =>
  facts.flatMap((fact) => (fact.kind === 'present' ? [fact.period] : []));

/** The block of a stat key: the part of the match that it counts. Block 0 is the total, including extra time. */
const blockOf = (key: number): number => Math.floor(key / 1000);

/**
 * Whether an update with this period (`StatusId`) decides a market with these terms. The settlement program has the
 * same rule. `DECIDING_PERIODS` has the periods of each sport; those of soccer are in brackets:
 *
 * | policy | periods |
 * | --- | --- |
 * | `finalised`, `signed-final` | 100 |
 * | `regular-time` | the end of regular time (5, 6); 100 if no key is a total |
 * | `half-time` | half-time (3), 100 |
 *
 * @example
 * ```ts
 * import type { MarketTerms } from '@linesman/sdk/program';
 * import { periodDecides } from '@linesman/sdk/program';
 *
 * declare const terms: MarketTerms; // soccer, finality half-time
 * periodDecides(terms, 3); // true: half-time
 * ```
 */
export function periodDecides(
  { finality, sport, statKeys }: Pick<MarketTerms, 'finality' | 'sport'> & { readonly statKeys: readonly number[] },
  period: number,
): boolean {
  if (period === FINALISED) return finality !== 'regular-time' || statKeys.every((key) => blockOf(key) !== 0);
  if (finality === 'finalised' || finality === 'signed-final') return false;
  return DECIDING_PERIODS[sport][finality].includes(period);
}

/** A key of block 0, whose value may include extra time. */
const TOTAL = 1;

/**
 * Whether an update with this period can be posted to a result, whatever its keys. Like `periodDecides`, but
 * `regular-time` accepts only the end of regular time, because at 100 a total may include extra time, and a result may
 * have totals.
 *
 * @example
 * ```ts
 * import { periodDecidesResult } from '@linesman/sdk/program';
 *
 * periodDecidesResult({ finality: 'regular-time', sport: 'soccer' }, 100); // false
 * periodDecidesResult({ finality: 'half-time', sport: 'soccer' }, 3); // true
 * ```
 */
export const periodDecidesResult = (terms: Pick<MarketTerms, 'finality' | 'sport'>, period: number): boolean =>
  periodDecides({ ...terms, statKeys: [TOTAL] }, period);

/**
 * Whether a policy allows a stat key: its value is settled at every period that the policy accepts. The key must have a
 * bit in the layout of the sport.
 *
 * @example
 * ```ts
 * import { policyAllows } from '@linesman/sdk/program';
 *
 * policyAllows({ finality: 'half-time', sport: 'soccer' }, 1001); // true: goals of the first half
 * policyAllows({ finality: 'half-time', sport: 'soccer' }, 1); // false: goals of the match
 * ```
 */
export function policyAllows({ finality, sport }: Pick<MarketTerms, 'finality' | 'sport'>, key: number): boolean {
  if (finality === 'finalised' || finality === 'signed-final') return true;
  const blocks: readonly number[] = SPORT_LAYOUTS[sport].blocks;
  const settledBy = SPORT_PARTS[sport][blocks.indexOf(blockOf(key))]?.settledBy;
  return settledBy === 'half-time' || (settledBy === 'regular-time' && finality === 'regular-time');
}
