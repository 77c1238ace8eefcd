import type { Market } from '../../account/market.js';
import type { Moment } from '../../wire/moment.js';
import { endOfWindow, isOver, type WindowEnd } from './window.js';

/** The shortest challenge window of a void proposal, in seconds and slots. */
const VOID_WINDOW = 86_400;

/** The next step for a market. Times in Unix seconds of the chain's clock. */
export type Step =
  /** Nothing to do before that time. */
  | { readonly kind: 'wait'; readonly until: number }
  /**
   * Look for a proof. Without one, do `otherwise`, which is allowed since `due`; `null` means keep waiting for a
   * proof.
   */
  | { readonly kind: 'prove'; readonly otherwise: 'void' | 'finalise' | null; readonly due: number }
  /** The market is decided: pay the positions and sweep the vault. */
  | { readonly kind: 'clear' };

const windowOf = ({ proposal, terms }: Pick<Market, 'proposal' | 'terms'>): number =>
  proposal.void ? Math.max(terms.challengeWindow, VOID_WINDOW) : terms.challengeWindow;

/**
 * When the challenge window of a market's own proposal ends. The result of its match may make it final
 * earlier: `marketEnd`.
 *
 * @example
 * ```ts
 * import { type Market, type Moment, windowEnd } from '@linesman/sdk/program';
 *
 * declare const market: Market; // in state Proposed
 * declare const now: Moment;
 * const finalAt = new Date(windowEnd(market, now).at * 1000);
 * ```
 */
export const windowEnd = (market: Pick<Market, 'proposal' | 'terms'>, now: Moment): WindowEnd =>
  endOfWindow(market.proposal.since, windowOf(market), now);

/**
 * The next step for a market, from the state on chain alone, so that any keeper continues where another one stopped.
 *
 * @param now Of the chain: `chainMoment`.
 *
 * @example
 * ```ts
 * import { type Chain, chainMoment, type Market, nextStep } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * declare const market: Market;
 * const step = nextStep(market, await chainMoment(chain));
 * if (step.kind === 'wait') console.log(new Date(step.until * 1000));
 * ```
 */
export function nextStep(market: Market, now: Moment): Step {
  const { terms } = market;
  const { seconds } = now;
  switch (market.state) {
    case 'Open': {
      // No slot before `earliest` settles, and `earliest` is never before `stakesClose`. A match can be called off
      // earlier.
      const settles = Math.max(terms.stakesClose, terms.earliest);
      const from = terms.abandonmentVoids ? terms.stakesClose : settles;
      if (seconds < from) return { kind: 'wait', until: from };
      if (seconds < settles) return { kind: 'prove', otherwise: null, due: settles };
      return { kind: 'prove', otherwise: seconds >= terms.voidAfter ? 'void' : null, due: terms.voidAfter };
    }
    case 'Proposed': {
      const { at: due } = windowEnd(market, now);
      const isDue = isOver(market.proposal.since, windowOf(market), now);
      return { kind: 'prove', otherwise: isDue ? 'finalise' : null, due };
    }
    case 'Final':
    case 'Void':
      return { kind: 'clear' };
  }
}
