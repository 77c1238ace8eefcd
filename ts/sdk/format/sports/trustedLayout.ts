import { SPORT_NOT_TRUSTED } from '../../error/codes/options.js';
import { fail } from '../../error/linesmanError.js';
import { SPORT_LAYOUTS, SPORTS, type Sport } from './sports.js';

/**
 * The layout of a sport. Errors: SPORT_NOT_TRUSTED for any other value, because `undefined` would not match any layout
 * and so leave a zero proof unchecked.
 */
export function trustedLayoutOf(sport: Sport): (typeof SPORT_LAYOUTS)[Sport] {
  return SPORTS.includes(sport) ? SPORT_LAYOUTS[sport] : fail(SPORT_NOT_TRUSTED, { sport });
}
