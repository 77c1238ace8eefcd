import { array, hash32, struct, u8, u64, type ValueOf, variants } from '../borsh/codec.js';
import { publicKey } from '../borsh/publicKey.js';
import { parlayTerms } from '../wire/parlayTerms.js';
import { defineAccount } from './define.js';
import { poolFields } from './pool.js';

const codec = struct({
  version: u8,
  bump: u8,
  vaultBump: u8,
  creator: publicKey,
  id: u64,
  termsHash: hash32,
  state: variants(['Open', 'Final', 'Void']),
  ...poolFields,
  outcome: u8,
  results: array(variants(['Open', 'Won', 'Lost', 'Void']), 8),
  terms: parlayTerms,
});
export type Parlay = ValueOf<typeof codec>;

/**
 * A parlay: its terms, its state, what it owes, and the results that it has copied from its legs' markets, in their order
 * (`Open`: not yet, and beyond the legs). `totals` and `outcome`: 0 is yes (every leg is won), 1 is no; `outcome` counts in
 * state Final only. Amounts in base units, times in seconds.
 */
export const parlayAccount = defineAccount('Parlay', codec);
