import {
  LEAGUES_MISSING,
  LEAGUES_NOT_SELECTABLE,
  LEAGUES_REPEATED,
  LEVEL_NOT_SOLD,
  TOO_MANY_LEAGUES,
} from '../../error/codes/api.js';
import { fail } from '../../error/linesmanError.js';
import type { ServiceRow } from '../wire/serviceRow.js';
import { SERVICE_TOKEN_UNITS } from './purchaseInstruction.js';
import { modeOf } from './subscriptionMode.js';

/** The subscription that a wallet orders. */
export interface SubscriptionOrder {
  readonly level: number;
  /** A multiple of 4. */
  readonly weeks: number;
  /** League ids, for a custom level only. */
  readonly leagues: readonly number[];
}

/**
 * The price of a subscription in base units of the service token, by the price list on chain. Refuses, before the
 * payment, orders that the service would refuse afterwards. Errors: LEVEL_NOT_SOLD, LEAGUES_NOT_SELECTABLE,
 * LEAGUES_MISSING, LEAGUES_REPEATED, TOO_MANY_LEAGUES.
 *
 * @example
 * ```ts
 * import { type PricingMatrix, subscriptionPrice } from '@linesman/sdk/program';
 *
 * declare const list: PricingMatrix;
 * const units = subscriptionPrice(list, { level: 11, weeks: 4, leagues: [] });
 * ```
 */
export function subscriptionPrice(
  { rows }: { readonly rows: readonly ServiceRow[] },
  order: SubscriptionOrder,
): bigint {
  const { level, weeks, leagues } = order;
  const row = rows.find(({ rowId }) => rowId === level);
  if (row === undefined) return fail(LEVEL_NOT_SOLD, { level, levels: rows.map(({ rowId }) => rowId) });
  checkLeagues(level, modeOf(level, row), leagues);
  return row.pricePerWeekToken * BigInt(weeks) * SERVICE_TOKEN_UNITS;
}

function checkLeagues(level: number, mode: ReturnType<typeof modeOf>, leagues: readonly number[]): void {
  if (mode.mode !== 'custom') {
    if (leagues.length > 0) fail(LEAGUES_NOT_SELECTABLE, { level, mode: mode.mode });
    return;
  }
  const { limit } = mode;
  if (leagues.length === 0) fail(LEAGUES_MISSING, { level, limit });
  const repeated = leagues.find((league, i) => leagues.indexOf(league) < i);
  if (repeated !== undefined) fail(LEAGUES_REPEATED, { league: repeated });
  if (leagues.length > limit) fail(TOO_MANY_LEAGUES, { level, leagues: leagues.length, limit });
}
