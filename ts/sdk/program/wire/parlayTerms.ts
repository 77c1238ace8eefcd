import { hash32, i64, publicKey, struct, u8, u16, u64, type ValueOf, vec } from '../borsh/codec.js';

const parlayLeg = struct({ market: publicKey, termsHash: hash32, outcome: u8 });
/** The bet that one market is decided for `outcome` (index, from 0). The hash pins the market's terms. */
export type ParlayLeg = ValueOf<typeof parlayLeg>;

/**
 * The terms of a parlay, fixed at creation: 2 to 8 legs on distinct markets of one oracle program.
 *
 * `stakesClose` is in Unix seconds and not after that of any leg; stakes are in base units of the mint; `feeBps` is in
 * hundredths of a percent of the losing pool.
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
