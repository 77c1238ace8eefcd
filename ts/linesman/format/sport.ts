import { fail, SPORT_NOT_TRUSTED, UNKNOWN_SPORT } from '../error/index.js';

/** The sports whose stats can be proven. */
export type Sport = 'soccer' | 'basketball' | 'us-football';

/** First byte of the marker of a zero proof: which keys have which bit. */
export type LayoutByte = 1 | 2 | 6;

export const SPORTS: readonly Sport[] = ['soccer', 'basketball', 'us-football'];

const BYTES: Readonly<Record<Sport, LayoutByte>> = { soccer: 1, basketball: 2, 'us-football': 6 };

/**
 * Errors: SPORT_NOT_TRUSTED for anything else, which from plain JavaScript would have no byte, and with it no say in what a zero
 * proof proves.
 */
export function layoutByteOf(sport: Sport): LayoutByte {
  if (!SPORTS.includes(sport)) return fail(SPORT_NOT_TRUSTED, { sport });
  return BYTES[sport];
}

/** The sport of a layout byte, or undefined. */
export function sportOfLayout(byte: number): Sport | undefined {
  return SPORTS.find((sport) => BYTES[sport] === byte);
}

/** Reads a sport by its name, else UNKNOWN_SPORT. */
export function sportOf(name: string): Sport {
  const sport = SPORTS.find((known) => known === name);
  return sport ?? fail(UNKNOWN_SPORT, { name });
}
