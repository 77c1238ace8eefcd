import {
  bool,
  hash32,
  i64,
  option,
  publicKey,
  struct,
  u8,
  u16,
  u32,
  u64,
  type ValueOf,
  variants,
  vec,
} from '../borsh/codec.js';
import { FINALITY_POLICIES } from '../finalityPolicy.js';
import { nDimensionalStrategy } from './hashedTypes.js';
import { sport } from './sport.js';

const attesters = struct({ set: publicKey, least: u8 });
/** The vouchers that a root needs: of at least `least` keys of an attester set of the oracle program. */
export type Attesters = ValueOf<typeof attesters>;

export const finalityPolicy = variants(FINALITY_POLICIES);

/**
 * The terms of a market, fixed at creation.
 *
 * Times are in Unix seconds of the chain's clock, stakes in base units of the mint, `feeBps` in hundredths of a percent
 * of the losing pool. `outcomes` holds a strategy for each outcome but the last, which is everything else; strategies
 * refer to `statKeys` by index. With `attesters`, a root counts only once that many keys of the set vouch for it.
 * `resultsSettle`: whether a result of the match may settle the market, in addition to a proof.
 */
export const terms = struct({
  oracleProgram: publicKey,
  signer: option(hash32),
  attesters: option(attesters),
  fixtureId: i64,
  sport,
  statKeys: vec(u32),
  outcomes: vec(nDimensionalStrategy),
  finality: finalityPolicy,
  challengeWindow: u32,
  stakesClose: i64,
  earliest: i64,
  latest: i64,
  voidAfter: i64,
  mint: publicKey,
  feeBps: u16,
  feeAccount: publicKey,
  minimumStake: u64,
  maximumStake: u64,
  abandonmentVoids: bool,
  resultsSettle: bool,
});
export type MarketTerms = ValueOf<typeof terms>;
