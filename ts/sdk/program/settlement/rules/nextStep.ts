import type { Market } from '../../account/market.js';

/** The shortest challenge window of a void proposal, in seconds. */
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

/**
 * When the challenge window of a market's own proposal ends, in Unix seconds. The result of its match may make it final
 * earlier: `marketEnd`.
 *
 * @example
 * ```ts
 * import { type Market, windowEnd } from '@linesman/sdk/program';
 *
 * declare const market: Market; // in state Proposed
 * const finalAt = new Date(windowEnd(market) * 1000);
 * ```
 */
export const windowEnd = ({ proposal, terms }: Pick<Market, 'proposal' | 'terms'>): number =>
  proposal.since + (proposal.void ? Math.max(terms.challengeWindow, VOID_WINDOW) : terms.challengeWindow);

/**
 * The next step for a market, from the state on chain alone, so that any keeper continues where another one stopped.
 *
 * @param now The time of the chain, in Unix seconds.
 *
 * @example
 * ```ts
 * import { type Chain, chainTime, type Market, nextStep } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * declare const market: Market;
 * const step = nextStep(market, await chainTime(chain));
 * if (step.kind === 'wait') console.log(new Date(step.until * 1000));
 * ```
 */
export function nextStep(market: Market, now: number): Step {
  const { terms } = market;
  switch (market.state) {
    case 'Open': {
      // No slot before `earliest` settles, and `earliest` is never before `stakesClose`. A match can be called off
      // earlier.
      const settles = Math.max(terms.stakesClose, terms.earliest);
      const from = terms.abandonmentVoids ? terms.stakesClose : settles;
      if (now < from) return { kind: 'wait', until: from };
      if (now < settles) return { kind: 'prove', otherwise: null, due: settles };
      return { kind: 'prove', otherwise: now >= terms.voidAfter ? 'void' : null, due: terms.voidAfter };
    }
    case 'Proposed': {
      const due = windowEnd(market);
      return { kind: 'prove', otherwise: now >= due ? 'finalise' : null, due };
    }
    case 'Final':
    case 'Void':
      return { kind: 'clear' };
  }
}
