import type { Sport } from './sport.js';

/** `StatusId` of a record = `period` of its stat leaves, an i32. */
export const FINALISED = 100;
/** The match was broken off and is not resumed. */
export const ABANDONED = 15;
/** The fixture does not take place. */
export const CANCELLED = 16;

const SOCCER = 'NS H1 HT H2 F WET ET1 HTET ET2 FET WPE PE FPE I A C TXCC TXCS P'.split(' ');
const BASKETBALL = 'NS Q1 Q1B Q2 HT Q3 Q3B Q4 F WO OT OB FO I A C TXCC TXCS H1 H2'.split(' ');
const US_FOOTBALL = BASKETBALL.slice(0, 18);
const NAMES: Readonly<Record<Sport, readonly string[]>> = {
  soccer: SOCCER,
  basketball: BASKETBALL,
  'us-football': US_FOOTBALL,
};

/** Only `game_finalised` is final: 5, 10 and 13 are "played out, not yet confirmed", and 0 occurs in mid-match. */
export function isFinalPeriod(period: number): boolean {
  return period === FINALISED;
}

/** Short name of a period (`HT`, `OT2`, `finalised`), or undefined when the number has none; 0 is a record without a status. */
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

/** The period of a short name; `undefined` when the sport has none of that name. */
export function periodOfName(sport: Sport, name: string): number | undefined {
  if (name === 'finalised') return FINALISED;
  const place = NAMES[sport].indexOf(name);
  if (place >= 0) return place + 1;
  const [, kind, overtime] = /^O([TB])([1-9]\d{0,5})$/.exec(name) ?? [];
  if (sport !== 'us-football' || kind === undefined) return undefined;
  return 1000 * Number(overtime) + (kind === 'T' ? 11 : 12);
}
