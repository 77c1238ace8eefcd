import { LinesmanError } from '../../../error/linesmanError.js';
import type { Market } from '../../account/market.js';
import type { MatchResult } from '../../account/matchResult.js';
import type { Moment } from '../../wire/moment.js';
import { windowEnd } from './nextStep.js';
import { settleByResult } from './settleByResult.js';
import { endOfWindow, type WindowEnd } from './window.js';

/**
 * The earliest end of a market, according to the chain: when anyone can end it. It may be in the past if the market has
 * not been ended yet.
 */
export interface MarketEnd extends WindowEnd {
  /** The outcome that is then final; `null` means void. */
  readonly outcome: number | null;
  /** The window that ends: that of the market's own proposal, or that of the result. */
  readonly of: 'market' | 'result';
}

/**
 * When a market can become final, by its own proposal or by the result of its match, whichever is earlier: the window
 * of the result may be over before the market is settled with it, and `settle_many` then makes the market final at
 * once. So an app that watches a market must watch its result too.
 *
 * Returns `null` if nothing is proven yet, or the market is decided. A later proof still changes the end.
 *
 * @param result As `fetchResult` reads it; `null` without one.
 * @param now Of the chain: `chainMoment`.
 *
 * @example
 * ```ts
 * import { type Market, type MatchResult, type Moment, marketEnd } from '@linesman/sdk/program';
 *
 * declare const market: Market;
 * declare const result: MatchResult | null;
 * declare const now: Moment;
 * const end = marketEnd(market, result, now);
 * if (end) console.log(`${end.outcome} is final at ${new Date(end.at * 1000)}, by the ${end.of}`);
 * ```
 */
export function marketEnd(
  market: Pick<Market, 'state' | 'proposal' | 'terms'>,
  result: MatchResult | null,
  now: Moment,
): MarketEnd | null {
  const { state, proposal } = market;
  if (state !== 'Open' && state !== 'Proposed') return null;
  const own: MarketEnd | null =
    state === 'Open'
      ? null
      : { ...windowEnd(market, now), outcome: proposal.void ? null : proposal.outcome, of: 'market' };
  const other = result && endByResult(market, result, now);
  if (!own || !other) return own ?? other;
  return other.at < own.at ? other : own;
}

function endByResult(
  market: Pick<Market, 'state' | 'proposal' | 'terms'>,
  result: MatchResult,
  now: Moment,
): MarketEnd | null {
  const { stakesClose, challengeWindow } = market.terms;
  try {
    // Proposed or final, its window begins at the moment in the proposal. One that begins no earlier than the standing
    // one, for the same update, is refused: it is that of the market.
    const later = { seconds: Number.POSITIVE_INFINITY, slot: 0 };
    const { state, proposal } = settleByResult(market, result, later);
    if (state === 'Void') return { at: stakesClose, isAbout: false, outcome: null, of: 'result' };
    return { ...endOfWindow(proposal.since, challengeWindow, now), outcome: proposal.outcome, of: 'result' };
  } catch (error) {
    if (error instanceof LinesmanError) return null;
    throw error;
  }
}
