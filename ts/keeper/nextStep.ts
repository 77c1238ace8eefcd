import type { Market } from 'linesman/program';

/** A void proposal stands for at least a day. */
const VOID_WINDOW = 86_400;

/** What can be done about a market at a time of the chain's clock (s). */
export type Step =
  /** Nothing before that time. */
  | { readonly kind: 'wait'; readonly until: number }
  /** Look for a proof; if there is none, do `otherwise`, which is allowed since `due` (s). `null`: wait for a proof. */
  | { readonly kind: 'prove'; readonly otherwise: 'void' | 'finalise' | null; readonly due: number }
  /** Decided: positions may be paid and what is left may leave the vault. */
  | { readonly kind: 'clear' };

/** When the proposal of a market can be made final, s. */
export const windowEnd = ({ proposal, terms }: Market): number =>
  proposal.since + (proposal.void ? Math.max(terms.challengeWindow, VOID_WINDOW) : terms.challengeWindow);

/** The step follows from the chain alone, so a keeper that was stopped goes on where any other would. */
export function nextStep(market: Market, now: number): Step {
  const { terms } = market;
  switch (market.state) {
    case 'Open': {
      // No slot before `earliest` settles, and `earliest` is never before `stakesClose`. But a match can be called off before that.
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
    default:
      return { kind: 'clear' };
  }
}
