import { LinesmanError } from '../../../error/linesmanError.js';
import type { Market } from '../../account/market.js';
import type { MatchResult } from '../../account/matchResult.js';
import { windowEnd } from './nextStep.js';
import { settleByResult } from './settleByResult.js';

/** The earliest end of a market, according to the chain. */
export interface MarketEnd {
  /**
   * The earliest time at which anyone can end it, Unix seconds of the chain's clock. It may be in the past if the
   * market has not been ended yet.
   */
  readonly at: number;
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
 *
 * @example
 * ```ts
 * import { type Market, type MatchResult, marketEnd } from '@linesman/sdk/program';
 *
 * declare const market: Market;
 * declare const result: MatchResult | null;
 * const end = marketEnd(market, result);
 * if (end) console.log(`${end.outcome} is final at ${new Date(end.at * 1000)}, by the ${end.of}`);
 * ```
 */
export function marketEnd(
  market: Pick<Market, 'state' | 'proposal' | 'terms'>,
  result: MatchResult | null,
): MarketEnd | null {
  const { state, proposal } = market;
  if (state !== 'Open' && state !== 'Proposed') return null;
  const own: MarketEnd | null =
    state === 'Open' ? null : { at: windowEnd(market), outcome: proposal.void ? null : proposal.outcome, of: 'market' };
  const other = result && endByResult(market, result);
  if (!own || !other) return own ?? other;
  return other.at < own.at ? other : own;
}

function endByResult(market: Pick<Market, 'state' | 'proposal' | 'terms'>, result: MatchResult): MarketEnd | null {
  const { stakesClose, challengeWindow } = market.terms;
  try {
    // When every window is over, the settling instruction makes the market final, from the time in the proposal on.
    const { state, proposal } = settleByResult(market, result, Number.POSITIVE_INFINITY);
    if (state === 'Void') return { at: stakesClose, outcome: null, of: 'result' };
    return { at: proposal.since + challengeWindow, outcome: proposal.outcome, of: 'result' };
  } catch (error) {
    if (error instanceof LinesmanError) return null;
    throw error;
  }
}
