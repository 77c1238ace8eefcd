import type { Terms } from './entitlement.js';

/** A time for which a wallet has bought a level: what it was then. */
export interface Period extends Terms {
  /** Unix time in ms from which it holds. */
  readonly startsAt: number;
  /** Unix time in ms from which it is over. */
  readonly endsAt: number;
}

/** Whose a token is, and what its wallet has bought. */
export interface TokenOwner {
  /** SHA-256 of the token. */
  readonly hash: Uint8Array;
  /** Base58. */
  readonly wallet: string;
  /** One more with each change of what the tokens of the wallet may see: who keeps this knows by it that it is out of date. */
  readonly version: number;
  /** Those that are not over. Those of one level follow each other; those of several overlap. */
  readonly periods: readonly Period[];
}

/** One activation, to be stored as a whole or not at all. */
export interface Activation {
  /** Base58; adds its period once, ever. */
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
  /** The owner of the token with this hash, with the periods that are not over at `now` (ms). */
  token(hash: Uint8Array, now: number): Promise<TokenOwner | undefined>;
  isActivated(txSig: string): Promise<boolean>;
  /**
   * In one transaction: notes `txSig`, adds `nextPeriod` of the level, gives a custom selection to all periods of the level, and adds
   * the token. `null`, and nothing is changed, when `txSig` was noted before; of two at the same time one gets it.
   */
  activate(activation: Activation): Promise<Period | null>;
}

export const MS_PER_WEEK = 604_800_000;

/** When a period of so many weeks holds that is bought now, after the last one of its level (its end, or undefined); times in ms. */
export function nextPeriod(
  now: number,
  lastEnd: number | undefined,
  weeks: number,
): { readonly startsAt: number; readonly endsAt: number } {
  const startsAt = Math.max(now, lastEnd ?? now);
  return { startsAt, endsAt: startsAt + weeks * MS_PER_WEEK };
}
