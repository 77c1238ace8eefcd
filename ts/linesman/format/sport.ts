import { fail, SPORT_NOT_TRUSTED, UNKNOWN_SPORT } from '../error/index.js';

/** A sport whose stats can be proven. */
export type Sport = 'soccer' | 'basketball' | 'us-football';

/** First byte of a zero marker. It selects the layout that assigns keys to bits of the zero map. */
export type LayoutByte = 1 | 2 | 6;

export const SPORTS: readonly Sport[] = ['soccer', 'basketball', 'us-football'];

const BYTES: Readonly<Record<Sport, LayoutByte>> = { soccer: 1, basketball: 2, 'us-football': 6 };

/**
 * Returns the layout byte of a sport. Errors: SPORT_NOT_TRUSTED for any other value: `undefined` would not match a
 * layout and so leave a zero proof unchecked.
 *
 * @example
 * ```ts
 * import { layoutByteOf } from 'linesman/format';
 *
 * layoutByteOf('us-football'); // 6
 * ```
 */
export function layoutByteOf(sport: Sport): LayoutByte {
  if (!SPORTS.includes(sport)) return fail(SPORT_NOT_TRUSTED, { sport });
  return BYTES[sport];
}

/**
 * Returns the sport with a layout byte, or undefined.
 *
 * @example
 * ```ts
 * import { sportOfLayout } from 'linesman/format';
 *
 * sportOfLayout(6); // 'us-football'
 * ```
 */
export function sportOfLayout(byte: number): Sport | undefined {
  return SPORTS.find((sport) => BYTES[sport] === byte);
}

/**
 * Checks that a name is that of a sport and returns it. Errors: UNKNOWN_SPORT.
 *
 * @example
 * ```ts
 * import { sportOf } from 'linesman/format';
 *
 * sportOf('soccer'); // 'soccer'
 * ```
 */
export function sportOf(name: string): Sport {
  const sport = SPORTS.find((known) => known === name);
  return sport ?? fail(UNKNOWN_SPORT, { name });
}
