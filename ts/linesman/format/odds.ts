import { borshBytes, type Schema } from './borsh.js';
import { borshLeafHash } from './borshLeaf.js';
import type { Hash } from './hash.js';
import type { Milliseconds } from './slotTime.js';

/** One odds update. `prices` are decimal odds × 1000 (i32), one per name; both are empty while the line is suspended. */
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

/** Borsh of the record; percentages are no part of it. */
export function oddsLeafBytes(odds: Odds): Uint8Array {
  return borshBytes(ODDS_SCHEMA, odds, 'odds');
}

/** Leaf of the odds sub-tree. Errors: AMBIGUOUS_LEAF its bytes are 64. */
export function oddsLeafHash(odds: Odds): Hash {
  return borshLeafHash(oddsLeafBytes(odds), `odds ${odds.messageId}`);
}
