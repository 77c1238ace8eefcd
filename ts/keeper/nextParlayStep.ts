import type { Market, Parlay } from 'linesman/program';

/** The next step for a parlay. */
export type ParlayStep =
  /** The market of no open leg is decided yet. */
  | { readonly kind: 'wait' }
  /** Copy the result of this leg (index, from 0). */
  | { readonly kind: 'settleLeg'; readonly leg: number }
  /** A copied leg is void, so the others do not matter. */
  | { readonly kind: 'void' }
  /** The parlay is decided and has released every market it can: pay the positions and sweep the vault. */
  | { readonly kind: 'clear' };

/**
 * The next step for a parlay, from the state on chain alone. A decided parlay still copies results, to release the
 * markets that it holds.
 *
 * @param markets The state of each leg's market, in order; `null` for a leg that is already copied.
 *
 * @example
 * ```ts
 * import type { Parlay } from 'linesman/program';
 * import { nextParlayStep } from 'linesman-keeper';
 *
 * declare const parlay: Parlay; // with two legs, none copied yet
 * nextParlayStep(parlay, ['Final', 'Open']); // { kind: 'settleLeg', leg: 0 }
 * ```
 */
export function nextParlayStep({ state, results }: Parlay, markets: readonly (Market['state'] | null)[]): ParlayStep {
  const copied = results.slice(0, markets.length);
  if (state === 'Open' && copied.includes('Void')) return { kind: 'void' };
  const leg = markets.findIndex((market, i) => copied[i] === 'Open' && (market === 'Final' || market === 'Void'));
  if (leg !== -1) return { kind: 'settleLeg', leg };
  return state === 'Open' ? { kind: 'wait' } : { kind: 'clear' };
}
