import type { Terms } from './entitlement.js';

/** The subscription of a wallet: what all its tokens may see, and until when. */
export interface Subscription {
  /** Base58. */
  readonly wallet: string;
  /** Unix time in ms from which it is over. */
  readonly endsAt: number;
  readonly terms: Terms;
}

/** One activation, to be stored as a whole or not at all. */
export interface Activation {
  /** Base58; activates once, ever. */
  readonly txSig: string;
  readonly wallet: string;
  readonly weeks: number;
  readonly terms: Terms;
  /** SHA-256 of the new API token. */
  readonly tokenHash: Uint8Array;
  /** Unix time, ms. */
  readonly now: number;
}

/** Where tokens and subscriptions are kept. */
export interface AuthStore {
  /** The token with this hash; a store that has the subscription at hand gives it along, and is not asked for it. */
  token(
    hash: Uint8Array,
  ): Promise<
    { readonly hash: Uint8Array; readonly wallet: string; readonly subscription?: Subscription | undefined } | undefined
  >;
  subscription(wallet: string): Promise<Subscription | undefined>;
  isActivated(txSig: string): Promise<boolean>;
  /**
   * In one transaction: notes `txSig`, gives the wallet the new terms until `extendedEnd(now, end so far, weeks)`, and adds the token. `null`,
   * and nothing is changed, when `txSig` was noted before; of two at the same time one gets it.
   */
  activate(activation: Activation): Promise<Subscription | null>;
}

export const MS_PER_WEEK = 604_800_000;

/** The end of a subscription that is bought or extended by so many weeks; times in ms. */
export function extendedEnd(now: number, endSoFar: number | undefined, weeks: number): number {
  return Math.max(now, endSoFar ?? now) + weeks * MS_PER_WEEK;
}
