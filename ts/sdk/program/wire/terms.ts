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
  unixSeconds,
  type ValueOf,
  variants,
  vec,
} from '../borsh/codec.js';
import { FINALITY_POLICIES } from '../finalityPolicy.js';
import { nDimensionalStrategy } from './hashedTypes.js';
import { sport } from './sport.js';

/** What an outcome gets in a case, in the order of their bytes. */
export const MARKS = ['Lose', 'HalfLose', 'Push', 'HalfWin', 'Win'] as const;
/** What an outcome gets in a case. `Push` returns the stake; `HalfWin` and `HalfLose` return half of it. */
export type Mark = (typeof MARKS)[number];

export const attesters = struct({ set: publicKey, least: u8 });
/** The vouchers that a root needs: of at least `least` keys of an attester set of the oracle program. */
export type Attesters = ValueOf<typeof attesters>;

/** A further oracle. `swapped`: it names the participants in the other order. */
const source = struct({ oracleProgram: publicKey, fixtureId: i64, swapped: bool, attesters: option(attesters) });

export const finalityPolicy = variants(FINALITY_POLICIES);

/**
 * The terms of a market, fixed at creation.
 *
 * Times are in Unix seconds of the chain's clock, stakes in base units of the mint, `feeBps` in hundredths of a percent
 * of what is lost. `outcomes` holds a strategy for each case but the last, which is everything else; strategies refer
 * to `statKeys` by index. Without `splits`, a case is an outcome, and wins. With them, what can be staked on are the
 * places of a row: there is a row for each case, with a mark for each outcome, and every stake is an even amount.
 * With `attesters`, a root counts only once that many keys of the set vouch for it.
 * `maximumPool`: what all stakes together may be, 0 for the bound of every pool (2^62 - 1). It caps what can be lost,
 * and is no quota: anybody can fill it, without a risk if there is no fee.
 * `sources` and `agree` belong to a later release: creation refuses all but none and 1.
 * `resultsSettle`: whether a result of the match may settle the market, in addition to a proof.
 */
export const terms = struct({
  oracleProgram: publicKey,
  splits: option(vec(vec(variants(MARKS)))),
  sources: vec(source),
  agree: u8,
  signer: option(hash32),
  attesters: option(attesters),
  fixtureId: i64,
  sport,
  statKeys: vec(u32),
  outcomes: vec(nDimensionalStrategy),
  finality: finalityPolicy,
  challengeWindow: u32,
  stakesClose: unixSeconds,
  earliest: unixSeconds,
  latest: unixSeconds,
  voidAfter: unixSeconds,
  mint: publicKey,
  feeBps: u16,
  feeAccount: publicKey,
  minimumStake: u64,
  maximumStake: u64,
  maximumPool: u64,
  abandonmentVoids: bool,
  resultsSettle: bool,
});
export type MarketTerms = ValueOf<typeof terms>;
