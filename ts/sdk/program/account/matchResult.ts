import { bool, hash32, i32, i64, orZeros, publicKey, struct, u8, u32, u64, type ValueOf, vec } from '../borsh/codec.js';
import { moment } from '../wire/moment.js';
import { sport } from '../wire/sport.js';
import { attesters, finalityPolicy } from '../wire/terms.js';
import { defineAccount } from './define.js';
import { POOL_VERSION } from './pool.js';

const fact = struct({ key: u32, present: bool, value: i32, since: moment, current: bool });
/**
 * A result's statement about one stat. `since` is the moment from which on the result has had this value. A
 * fact that is not `current` is of an earlier update than the result's and may be wrong by now.
 */
export type ResultFact = ValueOf<typeof fact>;

const codec = struct({
  version: u8,
  bump: u8,
  payer: publicKey,
  oracleProgram: publicKey,
  fixtureId: i64,
  sport,
  finality: finalityPolicy,
  attesters: orZeros(attesters, 33),
  orderKey: u64,
  minTimestamp: i64,
  maxTimestamp: i64,
  eventNode: hash32,
  period: i32,
  contradicted: bool,
  facts: vec(fact),
});
export type MatchResult = ValueOf<typeof codec>;

/** The layout version that this package reads. */
export const RESULT_VERSION = POOL_VERSION;

/**
 * The result of a match: the facts that proofs have shown about its latest posted update. `minTimestamp` and
 * `maxTimestamp` are in ms, `facts` are sorted by key. `attesters` vouched for the root behind each post. Before
 * relying on a fact, check it with `readResult`: decoding checks neither who owns the account nor whether the result is
 * contradicted.
 */
export const matchResultAccount = defineAccount('Result', codec, RESULT_VERSION);
