import { fromWire, ODDS_FIELDS, type Odds } from '@linesman/sdk/format';
import type { Fields } from './fields.js';

/** The odds in a JSON record for lists. A suspended line may still have the names of its prices. */
export const listedOdds = (fields: Fields): Odds => fromWire(ODDS_FIELDS, fields);

/**
 * The odds in a JSON record for their leaf. A line without prices gets no names either, because the programs require as
 * many price names as prices.
 */
export function oddsOfWire(fields: Fields): Odds {
  const odds = listedOdds(fields);
  return odds.prices.length === 0 ? { ...odds, priceNames: [] } : odds;
}
