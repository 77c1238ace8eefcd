import type { Sport } from './sport.js';

/** The period (i32) of a finalised record. `StatusId` of a record is the `period` of its stat leaves. */
export const FINALISED = 100;
/** The match was stopped and will not resume. */
export const ABANDONED = 15;
/** The match will not take place. */
export const CANCELLED = 16;

const SOCCER = 'NS H1 HT H2 F WET ET1 HTET ET2 FET WPE PE FPE I A C TXCC TXCS P'.split(' ');
const BASKETBALL = 'NS Q1 Q1B Q2 HT Q3 Q3B Q4 F WO OT OB FO I A C TXCC TXCS H1 H2'.split(' ');
const US_FOOTBALL = BASKETBALL.slice(0, 18);
const NAMES: Readonly<Record<Sport, readonly string[]>> = {
  soccer: SOCCER,
  basketball: BASKETBALL,
  'us-football': US_FOOTBALL,
};

/**
 * Whether a period is final. Only 100 is: 5, 10 and 13 mean played but not confirmed, and 0 occurs in mid-match.
 *
 * @example
 * ```ts
 * import { FINALISED, isFinalPeriod } from 'linesman/format';
 *
 * isFinalPeriod(FINALISED); // true
 * ```
 */
export function isFinalPeriod(period: number): boolean {
  return period === FINALISED;
}

/**
 * Returns the short name of a period, such as `HT`, `OT2` or `finalised`; `none` for 0, a record without a status;
 * undefined for a number that the sport does not use.
 *
 * @example
 * ```ts
 * import { periodName } from 'linesman/format';
 *
 * periodName('soccer', 3); // 'HT'
 * ```
 */
export function periodName(sport: Sport, period: number): string | undefined {
  if (period === 0) return 'none';
  if (period === FINALISED) return 'finalised';
  if (sport === 'us-football' && period > 1000) {
    const overtime = Math.floor(period / 1000);
    if (period % 1000 === 11) return `OT${overtime}`;
    if (period % 1000 === 12) return `OB${overtime}`;
    return undefined;
  }
  return NAMES[sport][period - 1];
}

/**
 * Returns the period with a short name; undefined if the sport has none.
 *
 * @example
 * ```ts
 * import { periodOfName } from 'linesman/format';
 *
 * periodOfName('us-football', 'OT2'); // 2011
 * ```
 */
export function periodOfName(sport: Sport, name: string): number | undefined {
  if (name === 'finalised') return FINALISED;
  const place = NAMES[sport].indexOf(name);
  if (place >= 0) return place + 1;
  const [, kind, overtime] = /^O([TB])([1-9]\d{0,5})$/.exec(name) ?? [];
  if (sport !== 'us-football' || kind === undefined) return undefined;
  return 1000 * Number(overtime) + (kind === 'T' ? 11 : 12);
}
