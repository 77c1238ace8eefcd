import { UNKNOWN_SPORT } from '../error/codes/library.js';
import { fail } from '../error/linesmanError.js';
import { type LayoutByte, SPORT_LAYOUTS, SPORTS, type Sport } from './sports/sports.js';
import { trustedLayoutOf } from './sports/trustedLayout.js';

/**
 * Returns the layout byte of a sport. Errors: SPORT_NOT_TRUSTED for any other value, because `undefined` would not
 * match any layout and so leave a zero proof unchecked.
 *
 * @example
 * ```ts
 * import { layoutByteOf } from '@linesman/sdk/format';
 *
 * layoutByteOf('us-football'); // 6
 * ```
 */
export function layoutByteOf(sport: Sport): LayoutByte {
  return trustedLayoutOf(sport).byte;
}

/**
 * Returns the sport with a layout byte, or undefined.
 *
 * @example
 * ```ts
 * import { sportOfLayout } from '@linesman/sdk/format';
 *
 * sportOfLayout(6); // 'us-football'
 * ```
 */
export function sportOfLayout(byte: number): Sport | undefined {
  return SPORTS.find((sport) => SPORT_LAYOUTS[sport].byte === byte);
}

/**
 * Checks that a name is that of a sport and returns it. Errors: UNKNOWN_SPORT.
 *
 * @example
 * ```ts
 * import { sportOf } from '@linesman/sdk/format';
 *
 * sportOf('soccer'); // 'soccer'
 * ```
 */
export function sportOf(name: string): Sport {
  const sport = SPORTS.find((known) => known === name);
  return sport ?? fail(UNKNOWN_SPORT, { name });
}
