import type { RealTime, WorldTime } from '../../clock/index.js';
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
  /** When its period begins, unless one of its level is running. */
  readonly now: WorldTime;
  /** What the session of a repeat has to be later than. */
  readonly realTime: RealTime;
}

/** A repeat of an activation: a new token in place of the one that its transaction gave. */
export interface Repeat {
  readonly txSig: string;
  readonly wallet: string;
  /** SHA-256 of the new API token. */
  readonly tokenHash: Uint8Array;
  /** When the session was issued that asks; it has to be later than the last activation or repeat of the transaction. */
  readonly sessionIssuedAt: RealTime;
  readonly now: RealTime;
}

/** Why a token was not given: the transaction, or the session, was used before; the operator has blocked the wallet. */
export type NotGiven = 'used' | 'blocked';

/** Where tokens and subscriptions are kept. */
export interface AuthStore {
  /** The owner of the token with this hash, with the periods that are not over at `now` (ms). */
  token(hash: Uint8Array, now: number): Promise<TokenOwner | undefined>;
  /** Whose activation of a transaction there was, and the leagues that were selected. */
  activation(txSig: string): Promise<{ readonly wallet: string; readonly leagues: readonly number[] } | undefined>;
  /**
   * In one transaction: notes `txSig`, adds `nextPeriod` of the level, gives a custom selection to all periods of the level, and adds
   * the token. Otherwise nothing is changed: `used` when `txSig` was noted before; of two at the same time one gets it.
   */
  activate(activation: Activation): Promise<Period | NotGiven>;
  /**
   * In one transaction, one after the other for each `txSig`: ends its token, and the wallet's that were given before transactions
   * had one, and adds the new one. Changes no period. Otherwise nothing is changed.
   */
  repeat(repeat: Repeat): Promise<'repeated' | NotGiven>;
  /** Ends the token with this hash. */
  endToken(hash: Uint8Array): Promise<void>;
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
