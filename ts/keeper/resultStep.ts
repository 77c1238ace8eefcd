import { isError, LinesmanError, NOT_NEWER } from '@linesman/sdk/error';
import { endOfWindow } from '@linesman/sdk/internal/program/settlement/rules/window';
import { type Market, type MatchResult, type Moment, settleByResult, windowEnd } from '@linesman/sdk/program';

/**
 * In this many seconds before its deadline, a market is proposed at once. Earlier it is left open until the result is
 * old enough to make it final.
 */
const BEFORE_DEADLINE = 86_400;

/** The keeper's next step for a market with a result. Times in Unix seconds of the chain's clock. */
export type ResultStep =
  /** `settle_many` now. */
  | { readonly kind: 'settle'; readonly state: 'Final' | 'Proposed' | 'Void' }
  /** Nothing to do before that time, at which `settle_many` makes it final. */
  | { readonly kind: 'wait'; readonly until: number }
  /** The result cannot settle it. `settle` may, with a proof. */
  | { readonly kind: 'cannot'; readonly error: LinesmanError };

/**
 * The next step for a market with this result. It waits until the result is old enough to make the market final at
 * once. This takes as long as a proposal and saves one transaction; a correction posted in the meantime restarts the
 * wait. In the last day before `void_after` it proposes, because after that time anyone may void a market that is still
 * open.
 *
 * @param now Of the chain: `chainMoment`.
 *
 * @example
 * ```ts
 * import type { Market, MatchResult, Moment } from '@linesman/sdk/program';
 * import { resultStep } from '@linesman/keeper';
 *
 * declare const market: Market;
 * declare const result: MatchResult;
 * declare const now: Moment;
 * const step = resultStep(market, result, now);
 * if (step.kind === 'wait') console.log(`final at ${new Date(step.until * 1000)}`);
 * ```
 */
export function resultStep(market: Market, result: MatchResult, now: Moment): ResultStep {
  const { state, proposal: standing, terms } = market;
  const isProven = state === 'Proposed' && !standing.void;
  try {
    const settled = settleByResult(market, result, now);
    if (settled.state !== 'Proposed') return { kind: 'settle', state: settled.state };
    const { since, outcome } = settled.proposal;
    const { at: due } = endOfWindow(since, terms.challengeWindow, now);
    if (isProven) {
      if (outcome !== standing.outcome) return { kind: 'settle', state: 'Proposed' };
      return { kind: 'wait', until: due };
    }
    const last = terms.voidAfter - BEFORE_DEADLINE;
    return now.seconds >= last ? { kind: 'settle', state: 'Proposed' } : { kind: 'wait', until: Math.min(due, last) };
  } catch (error) {
    if (!(error instanceof LinesmanError)) throw error;
    const isItsOwn = isProven && isError(error, NOT_NEWER) && result.orderKey === standing.orderKey;
    return isItsOwn ? { kind: 'wait', until: windowEnd(market, now).at } : { kind: 'cannot', error };
  }
}
