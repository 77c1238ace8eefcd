import { FINALISED } from '../../../format/index.js';
import type { MarketTerms } from '../../wire/terms.js';

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
export function periodDecides({ finality, sport, statKeys }: MarketTerms, period: number): boolean {
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
