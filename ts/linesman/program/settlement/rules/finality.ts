import { FINALISED } from '../../../format/index.js';
import type { Fact } from '../../../proof/index.js';
import type { MarketTerms } from '../../wire/terms.js';

/** The periods of the present leaves. A zero proof binds none. */
export const presentPeriods = (facts: readonly Fact[]): number[] =>
  facts.flatMap((fact) => (fact.kind === 'present' ? [fact.period] : []));

/** The layout byte of soccer, where regular time and half-time end in other periods than in the other sports. */
const SOCCER = 1;

/** The block of a stat key: the part of the match that it counts. Block 0 is the total, including extra time. */
const blockOf = (key: number): number => Math.floor(key / 1000);

/**
 * Whether an update with this period (`StatusId`) decides a market with these terms. The settlement program has the
 * same table:
 *
 * | policy | soccer | other sports |
 * | --- | --- | --- |
 * | `Finalised`, `SignedFinal` | 100 | 100 |
 * | `RegularTime` | 5, 6; 100 if no key is a total | 9, 10; 100 if no key is a total |
 * | `HalfTime` | 3, 100 | 5, 100 |
 *
 * @example
 * ```ts
 * import type { MarketTerms } from 'linesman/program';
 * import { periodDecides } from 'linesman/program';
 *
 * declare const terms: MarketTerms; // soccer, finality HalfTime
 * periodDecides(terms, 3); // true: half-time
 * ```
 */
export function periodDecides(
  { finality, sport, statKeys }: Pick<MarketTerms, 'finality' | 'sport'> & { readonly statKeys: readonly number[] },
  period: number,
): boolean {
  switch (finality) {
    case 'Finalised':
    case 'SignedFinal':
      return period === FINALISED;
    case 'RegularTime':
      if (period === FINALISED) return statKeys.every((key) => blockOf(key) !== 0);
      return sport === SOCCER ? period === 5 || period === 6 : period === 9 || period === 10;
    case 'HalfTime':
      return period === FINALISED || period === (sport === SOCCER ? 3 : 5);
  }
}

/** A key of block 0, whose value may include extra time. */
const TOTAL = 1;

/**
 * Whether an update with this period can be posted to a result, whatever its keys. As `periodDecides`, but
 * `RegularTime` takes only the end of regular time: at 100 a total may include extra time, and a result may have
 * totals.
 *
 * @example
 * ```ts
 * import { periodDecidesResult } from 'linesman/program';
 *
 * periodDecidesResult({ finality: 'RegularTime', sport: 1 }, 100); // false
 * periodDecidesResult({ finality: 'HalfTime', sport: 1 }, 3); // true
 * ```
 */
export const periodDecidesResult = (of: Pick<MarketTerms, 'finality' | 'sport'>, period: number): boolean =>
  periodDecides({ ...of, statKeys: [TOTAL] }, period);

/** The blocks whose values no longer change once a period has come that the policy accepts. */
const REGULAR_TIME = { soccer: [0, 1, 2, 3], others: [0, 1, 2, 10, 20, 30, 40] } as const;
const FIRST_HALF = { soccer: [1], others: [1, 10, 20] } as const;

/**
 * Whether a policy allows a stat key: its value is settled at every period that the policy accepts. The key must have a
 * bit in the layout of the sport.
 *
 * @example
 * ```ts
 * import { policyAllows } from 'linesman/program';
 *
 * policyAllows({ finality: 'HalfTime', sport: 1 }, 1001); // true: goals of the first half
 * policyAllows({ finality: 'HalfTime', sport: 1 }, 1); // false: goals of the match
 * ```
 */
export function policyAllows({ finality, sport }: Pick<MarketTerms, 'finality' | 'sport'>, key: number): boolean {
  const within = ({ soccer, others }: Readonly<Record<'soccer' | 'others', readonly number[]>>): boolean =>
    (sport === SOCCER ? soccer : others).includes(blockOf(key));
  switch (finality) {
    case 'Finalised':
    case 'SignedFinal':
      return true;
    case 'RegularTime':
      return within(REGULAR_TIME);
    case 'HalfTime':
      return within(FIRST_HALF);
  }
}
