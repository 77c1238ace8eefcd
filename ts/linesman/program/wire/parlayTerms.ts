import { hash32, i64, struct, u8, u16, u64, type ValueOf, vec } from '../borsh/codec.js';
import { publicKey } from '../borsh/publicKey.js';

const parlayLeg = struct({ market: publicKey, termsHash: hash32, outcome: u8 });
/** That the market with these terms is decided for this outcome (index, from 0). */
export type ParlayLeg = ValueOf<typeof parlayLeg>;

/**
 * The terms of a parlay, written once at creation: 2 to 8 legs of distinct markets of one oracle program. `stakesClose` in
 * seconds of the chain's clock, not after that of any leg; stakes in base units of the mint; `feeBps` in hundredths of a
 * percent of the losing pool.
 */
export const parlayTerms = struct({
  legs: vec(parlayLeg),
  mint: publicKey,
  feeBps: u16,
  feeAccount: publicKey,
  minimumStake: u64,
  maximumStake: u64,
  stakesClose: i64,
});
export type ParlayTerms = ValueOf<typeof parlayTerms>;
