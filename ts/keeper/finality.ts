import { FINALISED } from 'linesman/format';
import type { MarketTerms } from 'linesman/program';

/** Layout byte of soccer; the end of regular time and half-time have other numbers in the other sports. */
const SOCCER = 1;

/** Block of a stat key: which part of the match it counts. 0 is the total, extra time included. */
const blockOf = (key: number): number => Math.floor(key / 1000);

/**
 * Whether an update of this period (`StatusId`) decides a market with these terms. The same table as the settlement program's:
 * 100 always, except for a regular-time market with a total among its keys; regular time also soccer 5 and 6, other sports 9 and 10;
 * half-time also soccer 3, other sports 5.
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
