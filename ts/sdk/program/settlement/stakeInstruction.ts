import {
  MATH_OVERFLOW,
  STAKE_OUT_OF_RANGE,
  TERMS_HASH_MISMATCH,
  UNKNOWN_OUTCOME,
} from '../../error/codes/settlement.js';
import { fail } from '../../error/linesmanError.js';
import { equalBytes } from '../../format/hash.js';
import type { Market } from '../account/market.js';
import type { Parlay } from '../account/parlay.js';
import { MAX_POOL } from '../account/pool.js';
import type { Address } from '../address/address.js';
import { SYSTEM_PROGRAM_ID } from '../address/runtime.js';
import { positionAddress, vaultAddress } from '../address/settlement.js';
import type { Instruction } from '../instruction/instruction.js';
import type { ProgramIds } from '../programId.js';
import type { MarketTerms } from '../wire/terms.js';
import { parlayTermsHash, termsHash } from '../wire/termsHash.js';
import { stake } from './instructions.js';
import type { ParlayTrust, StakeTrust } from './rules/checkStakeTrust.js';
import { guardParlayStake } from './rules/guardParlayStake.js';
import { guardStake } from './rules/guardStake.js';
import { outcomeCount } from './rules/splits.js';

export interface StakeOnMarket {
  /** The market account, read from the chain. */
  readonly account: Market;
  readonly trust: StakeTrust;
}

export interface StakeOnParlay {
  /** The parlay account, read from the chain. */
  readonly account: Parlay;
  /** The terms of the legs' markets, in order, read from the chain. */
  readonly legs: readonly MarketTerms[];
  readonly trust: ParlayTrust;
}

export type StakeParameters = {
  readonly programs: ProgramIds;
  /** The market or parlay. */
  readonly pool: Address;
  readonly owner: Address;
  /** The token account that pays. */
  readonly source: Address;
  readonly tokenProgram: Address;
  /** Of a parlay: 0 yes (every leg is won), 1 no. */
  readonly outcome: number;
  /** Base units of the mint. */
  readonly amount: bigint;
} & (StakeOnMarket | StakeOnParlay);

/**
 * Stakes on an outcome of a market, after {@link guardStake} has passed its terms, or of a parlay, after
 * {@link guardParlayStake} has passed its terms and legs. `owner` signs.
 *
 * Errors: those of the guard; INVALID_NUMBER for incomplete terms; TERMS_HASH_MISMATCH when the stored hash is not that
 * of the terms; UNKNOWN_OUTCOME; STAKE_OUT_OF_RANGE, also for an odd amount where halves are paid; MATH_OVERFLOW for
 * more than the pool takes.
 *
 * @example
 * ```ts
 * import {
 *   type Address,
 *   associatedTokenAddress,
 *   LOCALNET_PROGRAM_IDS,
 *   type Market,
 *   type StakeTrust,
 *   stakeInstruction,
 * } from '@linesman/sdk/program';
 *
 * declare const tokenProgram: Address; // the program that owns the mint
 * declare const pool: Address;
 * declare const account: Market; // read from the chain; of a parlay: `legs` too
 * declare const owner: Address;
 * declare const trust: StakeTrust;
 * const source = associatedTokenAddress(account.terms.mint, owner, tokenProgram);
 * const stake = { outcome: 0, amount: 5_000_000n, owner, source, tokenProgram, trust };
 * const instruction = stakeInstruction({ programs: LOCALNET_PROGRAM_IDS, pool, account, ...stake });
 * ```
 */
export function stakeInstruction(parameters: StakeParameters): Instruction {
  const { programs, pool, owner, source, tokenProgram, outcome, amount } = parameters;
  const { name, hash, last, maximum, halves } = guarded(parameters);
  const { termsHash: stored, terms, owed } = parameters.account;
  // The program's own checks, made before anything is signed.
  if (!equalBytes(hash, stored)) fail(TERMS_HASH_MISMATCH, { ...name, hash, stored });
  if (!Number.isInteger(outcome) || outcome < 0 || outcome > last) fail(UNKNOWN_OUTCOME, { ...name, outcome, last });
  if (amount < terms.minimumStake || amount > terms.maximumStake)
    fail(STAKE_OUT_OF_RANGE, { amount, minimum: terms.minimumStake, maximum: terms.maximumStake });
  if (halves && amount % 2n !== 0n) fail(STAKE_OUT_OF_RANGE, { odd: amount });
  if (owed + amount > maximum) fail(MATH_OVERFLOW, { amount, owed, maximum });
  const accounts = {
    owner,
    pool,
    position: positionAddress(pool, owner, outcome, programs.settlement).address,
    vault: vaultAddress(pool, programs.settlement).address,
    mint: terms.mint,
    source,
    tokenProgram,
    systemProgram: SYSTEM_PROGRAM_ID,
  };
  return stake.build(programs.settlement, accounts, { outcome, amount, termsHash: hash });
}

/**
 * The hash of terms that the guard has passed, the last outcome, what the pool takes, and whether stakes have halves.
 */
function guarded(parameters: StakeParameters) {
  const address = parameters.pool;
  if ('legs' in parameters) {
    const { terms } = parameters.account;
    guardParlayStake(terms, parameters.legs, parameters.trust);
    const rules = { last: 1, maximum: MAX_POOL, halves: false };
    return { name: { what: 'parlay', address }, hash: parlayTermsHash(terms), ...rules } as const;
  }
  const { terms } = parameters.account;
  guardStake(terms, parameters.trust);
  const { maximumPool, splits } = terms;
  const maximum = maximumPool === 0n || maximumPool > MAX_POOL ? MAX_POOL : maximumPool;
  const rules = { last: outcomeCount(terms) - 1, maximum, halves: splits !== null };
  return { name: { what: 'market', address }, hash: termsHash(terms), ...rules } as const;
}
