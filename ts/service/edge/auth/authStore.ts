import type { RealTime, WorldTime } from '../../clock/clock.js';
import type { Store } from '../../data/store/store.js';
import type { Terms } from './entitlement.js';

/** A period for which a wallet bought a level, with the terms at purchase. */
export interface Period extends Terms {
  /** Start, Unix time in ms. */
  readonly startsAt: number;
  /** End (exclusive), Unix time in ms. */
  readonly endsAt: number;
}

/** The owner of a token, with the wallet's purchases. */
export interface TokenOwner {
  /** SHA-256 of the token. */
  readonly hash: Uint8Array;
  /** Base58. */
  readonly wallet: string;
  /** Increases with every change of the rights of the wallet's tokens. Caches use it to detect outdated copies. */
  readonly version: number;
  /** Running and future periods. Those of one level are consecutive; different levels may overlap. */
  readonly periods: readonly Period[];
}

/** An activation, stored atomically. */
export interface Activation {
  /** Base58. Adds its period only once, ever. */
  readonly txSig: string;
  readonly wallet: string;
  readonly weeks: number;
  readonly terms: Terms;
  /** SHA-256 of the new API token. */
  readonly tokenHash: Uint8Array;
  /** Start of the period, unless one of the same level is running. */
  readonly now: WorldTime;
  /** A repeat needs a session newer than this. */
  readonly realTime: RealTime;
}

/** A repeated activation: a new token replaces the one that the transaction issued. */
export interface Repeat {
  readonly txSig: string;
  readonly wallet: string;
  /** SHA-256 of the new API token. */
  readonly tokenHash: Uint8Array;
  /** Issue time of the requesting session. Must be later than the transaction's last activation or repeat. */
  readonly sessionIssuedAt: RealTime;
  readonly now: RealTime;
}

/** Why no token was issued: the transaction or session was used before, or the operator has blocked the wallet. */
export type NotGiven = 'used' | 'blocked';

/** Storage of tokens and subscriptions. */
export interface AuthStore {
  /** The owner of the token with this hash, with the periods that have not ended at `now` (ms). */
  token(hash: Uint8Array, now: number): Promise<TokenOwner | undefined>;
  /** The periods of a wallet that have not ended at `now` (ms), and the last one of every other level; by level. */
  periods(wallet: string, now: number): Promise<readonly Period[]>;
  /** The wallet that activated a transaction, and its selection of leagues. */
  activation(txSig: string): Promise<{ readonly wallet: string; readonly leagues: readonly number[] } | undefined>;
  /**
   * Atomically records `txSig`, adds `nextPeriod` of the level, applies a custom selection to all periods of the level,
   * and adds the token. Otherwise changes nothing: `used` if `txSig` is recorded already; of two concurrent calls only
   * one succeeds.
   */
  activate(activation: Activation): Promise<Period | NotGiven>;
  /**
   * Atomically, and one at a time per `txSig`, replaces its token by the new one; also ends the wallet's tokens from
   * before tokens were tied to transactions. Changes no period. Otherwise changes nothing.
   */
  repeat(repeat: Repeat): Promise<'repeated' | NotGiven>;
  /** Ends the token with this hash. */
  endToken(hash: Uint8Array): Promise<void>;
}

export const MS_PER_WEEK = 604_800_000;

/**
 * The period of `weeks` weeks bought now, given the end of the level's last period (undefined if none); times in ms.
 */
export function nextPeriod(
  now: number,
  lastEnd: number | undefined,
  weeks: number,
): { readonly startsAt: number; readonly endsAt: number } {
  const startsAt = Math.max(now, lastEnd ?? now);
  return { startsAt, endsAt: startsAt + weeks * MS_PER_WEEK };
}

/** Tokens and subscriptions in the database, which stores only the hash of a token. */
export function storeAuth({ subscriptions }: Pick<Store, 'subscriptions'>): AuthStore {
  return {
    token: (hash, now) => subscriptions.token(hash, now),
    periods: (wallet, now) => subscriptions.periods(wallet, now),
    activation: (txSig) => subscriptions.activation(txSig),
    repeat: (repeat) => subscriptions.repeat(repeat),
    endToken: (hash) => subscriptions.endToken(hash),
    activate: (activation) => {
      const { now, weeks } = activation;
      return subscriptions.activate({ ...activation, periodAfter: (lastEnd) => nextPeriod(now, lastEnd, weeks) });
    },
  };
}
