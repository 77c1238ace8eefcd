import { borshBytes, type Schema } from './borsh.js';
import { borshLeafHash } from './borshLeaf.js';
import type { Hash } from './hash.js';
import { leafSchema, type RecordFields, type RecordOf } from './recordFields.js';

/** The fields of an odds record that its leaf commits to: all but the percentages. */
export const ODDS_FIELDS = {
  fixtureId: 'i64',
  messageId: 'string',
  ts: 'time',
  bookmaker: 'string',
  bookmakerId: 'i32',
  superOddsType: 'string',
  gameState: 'string?',
  inRunning: 'bool',
  marketParameters: 'string?',
  marketPeriod: 'string?',
  priceNames: 'strings',
  prices: 'i32s',
} as const satisfies RecordFields;

/**
 * An odds update. `prices` are decimal odds × 1000 (i32), one per price name; both are empty while the line is
 * suspended.
 */
export type Odds = RecordOf<typeof ODDS_FIELDS>;

export const ODDS_SCHEMA: Schema = /* @__PURE__ */ leafSchema(ODDS_FIELDS);

/**
 * Encodes an odds record with Borsh. The record's percentages are not part of the leaf. Errors: INVALID_NUMBER.
 *
 * @example
 * ```ts
 * import { type Odds, oddsLeafBytes } from '@linesman/sdk/format';
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
 * import { type Odds, oddsLeafHash } from '@linesman/sdk/format';
 * import { merkleRoot } from '@linesman/sdk/merkle';
 *
 * declare const updates: readonly Odds[];
 * const subTreeRoot = merkleRoot(updates.map(oddsLeafHash));
 * ```
 */
export function oddsLeafHash(odds: Odds): Hash {
  return borshLeafHash(oddsLeafBytes(odds), `odds ${odds.messageId}`);
}
