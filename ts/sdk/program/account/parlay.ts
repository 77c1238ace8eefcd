import { array, hash32, publicKey, struct, u8, u64, type ValueOf, variants } from '../borsh/codec.js';
import { parlayTerms } from '../wire/parlayTerms.js';
import { defineAccount } from './define.js';
import { POOL_VERSION, poolFields } from './pool.js';

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
 * A parlay: its terms, its state, its debts, and the results copied from the markets of its legs. Amounts in base units
 * of the mint, times in Unix seconds.
 *
 * `results` is in the order of the legs; `Open` means not copied yet, and fills the places beyond the last leg. In
 * `totals` and `outcome`, 0 is yes (every leg is won) and 1 is no; `outcome` has a meaning only in state `Final`.
 */
export const parlayAccount = defineAccount('Parlay', codec, POOL_VERSION);
