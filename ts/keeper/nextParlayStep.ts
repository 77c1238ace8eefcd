import type { Market, Parlay } from 'linesman/program';

/** What can be done about a parlay. */
export type ParlayStep =
  /** Nothing before a market of a leg is decided. */
  | { readonly kind: 'wait' }
  /** Copy the result of this leg (index, from 0). */
  | { readonly kind: 'settleLeg'; readonly leg: number }
  /** A copied leg is void: the others need not be waited for. */
  | { readonly kind: 'void' }
  /** Decided, and every market that can be let go is: positions may be paid and what is left may leave the vault. */
  | { readonly kind: 'clear' };

/**
 * The step follows from the chain alone. `markets`: state of the market of each leg, in their order; `null` where it is not needed, for the
 * leg is copied. A parlay that is decided already still lets go of the markets that it holds.
 */
export function nextParlayStep({ state, results }: Parlay, markets: readonly (Market['state'] | null)[]): ParlayStep {
  const copied = results.slice(0, markets.length);
  if (state === 'Open' && copied.includes('Void')) return { kind: 'void' };
  const leg = markets.findIndex((market, i) => copied[i] === 'Open' && (market === 'Final' || market === 'Void'));
  if (leg !== -1) return { kind: 'settleLeg', leg };
  return state === 'Open' ? { kind: 'wait' } : { kind: 'clear' };
}
