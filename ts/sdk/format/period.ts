import { NUMBERED_PERIODS, SPORT_PERIODS, type Sport } from './sports/sports.js';

/** The period (i32) of a finalised record. `StatusId` of a record is the `period` of its stat leaves. */
export const FINALISED = 100;
/** The match was stopped and will not resume. */
export const ABANDONED = 15;
/** The match will not take place. */
export const CANCELLED = 16;

/**
 * Whether a period is final. Only 100 is: 5, 10 and 13 mean played but not confirmed, and 0 occurs in mid-match.
 *
 * @example
 * ```ts
 * import { FINALISED, isFinalPeriod } from '@linesman/sdk/format';
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
 * import { periodName } from '@linesman/sdk/format';
 *
 * periodName('soccer', 3); // 'HT'
 * ```
 */
export function periodName(sport: Sport, period: number): string | undefined {
  if (period === 0) return 'none';
  if (period === FINALISED) return 'finalised';
  const [name] = SPORT_PERIODS[sport][(period % 1000) - 1] ?? [];
  if (period < 1000) return name;
  return name !== undefined && NUMBERED_PERIODS[sport].includes(name)
    ? `${name}${Math.floor(period / 1000)}`
    : undefined;
}

/**
 * Returns the period with a short name; undefined if the sport has none.
 *
 * @example
 * ```ts
 * import { periodOfName } from '@linesman/sdk/format';
 *
 * periodOfName('us-football', 'OT2'); // 2011
 * ```
 */
export function periodOfName(sport: Sport, name: string): number | undefined {
  if (name === 'finalised') return FINALISED;
  const placeOf = (short: string): number => SPORT_PERIODS[sport].findIndex(([known]) => known === short);
  const place = placeOf(name);
  if (place >= 0) return place + 1;
  const [, kind = '', number] = /^(\D+)([1-9]\d{0,5})$/.exec(name) ?? [];
  return NUMBERED_PERIODS[sport].includes(kind) ? 1000 * Number(number) + placeOf(kind) + 1 : undefined;
}
