import { borshBytes, type Schema } from './borsh.js';
import { borshLeafHash } from './borshLeaf.js';
import type { Hash } from './hash.js';
import type { Milliseconds } from './slotTime.js';

/**
 * An odds update. `prices` are decimal odds × 1000 (i32), one per price name; both are empty while the line is
 * suspended.
 */
export interface Odds {
  readonly fixtureId: number;
  readonly messageId: string;
  readonly ts: Milliseconds;
  readonly bookmaker: string;
  readonly bookmakerId: number;
  readonly superOddsType: string;
  readonly gameState: string | null;
  readonly inRunning: boolean;
  readonly marketParameters: string | null;
  readonly marketPeriod: string | null;
  readonly priceNames: readonly string[];
  readonly prices: readonly number[];
}

export const ODDS_SCHEMA: Schema = {
  struct: {
    fixtureId: 'i64',
    messageId: 'string',
    ts: 'i64',
    bookmaker: 'string',
    bookmakerId: 'i32',
    superOddsType: 'string',
    gameState: { option: 'string' },
    inRunning: 'bool',
    marketParameters: { option: 'string' },
    marketPeriod: { option: 'string' },
    priceNames: { array: { type: 'string' } },
    prices: { array: { type: 'i32' } },
  },
};

/**
 * Encodes an odds record with Borsh. The record's percentages are not part of the leaf. Errors: INVALID_NUMBER.
 *
 * @example
 * ```ts
 * import { type Odds, oddsLeafBytes } from 'linesman/format';
 *
 * declare const odds: Odds;
 * const bytes = oddsLeafBytes(odds);
 * ```
 */
export function oddsLeafBytes(odds: Odds): Uint8Array {
  return borshBytes(ODDS_SCHEMA, odds, 'odds');
}

/**
 * Hashes a leaf of the odds sub-tree. Errors: INVALID_NUMBER; AMBIGUOUS_LEAF if the encoding has 64 bytes.
 *
 * @example
 * ```ts
 * import { type Odds, oddsLeafHash } from 'linesman/format';
 * import { merkleRoot } from 'linesman/merkle';
 *
 * declare const updates: readonly Odds[];
 * const subTreeRoot = merkleRoot(updates.map(oddsLeafHash));
 * ```
 */
export function oddsLeafHash(odds: Odds): Hash {
  return borshLeafHash(oddsLeafBytes(odds), `odds ${odds.messageId}`);
}
