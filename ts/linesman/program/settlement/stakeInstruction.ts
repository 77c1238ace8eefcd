import { fail, STAKE_OUT_OF_RANGE, TERMS_HASH_MISMATCH, UNKNOWN_OUTCOME } from '../../error/index.js';
import { equalBytes } from '../../format/index.js';
import type { Market } from '../account/market.js';
import type { Parlay } from '../account/parlay.js';
import type { Address } from '../address/address.js';
import { SYSTEM_PROGRAM_ID } from '../address/runtime.js';
import { positionAddress, vaultAddress } from '../address/settlement.js';
import type { Instruction } from '../instruction/instruction.js';
import type { ProgramIds } from '../programId.js';
import type { MarketTerms } from '../wire/terms.js';
import { parlayTermsHash, termsHash } from '../wire/termsHash.js';
import { stake, stakeParlay } from './instructions.js';
import type { ParlayTrust, StakeTrust } from './rules/checkStakeTrust.js';
import { guardParlayStake } from './rules/guardParlayStake.js';
import { guardStake } from './rules/guardStake.js';

interface AmountParameters {
  readonly programs: ProgramIds;
  readonly owner: Address;
  /** The token account that pays. */
  readonly source: Address;
  readonly tokenProgram: Address;
  readonly outcome: number;
  /** Base units of the mint. */
  readonly amount: bigint;
}

export interface StakeParameters extends AmountParameters {
  readonly market: Address;
  /** The market account, read from the chain. */
  readonly account: Market;
  readonly trust: StakeTrust;
}

export interface StakeParlayParameters extends AmountParameters {
  readonly parlay: Address;
  /** The parlay account, read from the chain. */
  readonly account: Parlay;
  /** The terms of the legs' markets, in order, read from the chain. */
  readonly legs: readonly MarketTerms[];
  /** 0 yes (every leg is won), 1 no. */
  readonly outcome: number;
  readonly trust: ParlayTrust;
}

/**
 * Stakes on an outcome of a market, after {@link guardStake} has passed its terms. `owner` signs.
 *
 * Errors: those of `guardStake`; INVALID_NUMBER for incomplete terms; TERMS_HASH_MISMATCH when the stored hash is not
 * that of the terms; UNKNOWN_OUTCOME; STAKE_OUT_OF_RANGE.
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
 * } from 'linesman/program';
 *
 * declare const tokenProgram: Address; // the program that owns the mint
 * declare const market: Address;
 * declare const account: Market; // read from the chain
 * declare const owner: Address;
 * declare const trust: StakeTrust;
 * const source = associatedTokenAddress(account.terms.mint, owner, tokenProgram);
 * const stake = { outcome: 0, amount: 5_000_000n, owner, source, tokenProgram, trust };
 * const instruction = stakeInstruction({ programs: LOCALNET_PROGRAM_IDS, market, account, ...stake });
 * ```
 */
export function stakeInstruction(parameters: StakeParameters): Instruction {
  const { programs, market, account, outcome, amount, trust } = parameters;
  guardStake(account.terms, trust);
  const hash = termsHash(account.terms);
  check({ what: 'market', address: market }, account, hash, account.terms.outcomes.length, parameters);
  const accounts = { market, ...accountsOf(market, account.terms.mint, parameters) };
  return stake.build(programs.settlement, accounts, { outcome, amount, termsHash: hash });
}

/**
 * Stakes on a parlay, after {@link guardParlayStake} has passed its terms and legs. `owner` signs.
 *
 * Errors: those of `guardParlayStake`; TERMS_HASH_MISMATCH, UNKNOWN_OUTCOME and STAKE_OUT_OF_RANGE as for a market.
 *
 * @example
 * ```ts
 * import { LOCALNET_PROGRAM_IDS, stakeParlayInstruction, type StakeParlayParameters } from 'linesman/program';
 *
 * declare const parlay: Pick<StakeParlayParameters, 'parlay' | 'account' | 'legs' | 'trust'>;
 * declare const payment: Pick<StakeParlayParameters, 'owner' | 'source' | 'tokenProgram'>;
 * const bet = { outcome: 0, amount: 5_000_000n }; // yes: every leg is won
 * const instruction = stakeParlayInstruction({ programs: LOCALNET_PROGRAM_IDS, ...parlay, ...payment, ...bet });
 * ```
 */
export function stakeParlayInstruction(parameters: StakeParlayParameters): Instruction {
  const { programs, parlay, account, legs, outcome, amount, trust } = parameters;
  guardParlayStake(account.terms, legs, trust);
  const hash = parlayTermsHash(account.terms);
  check({ what: 'parlay', address: parlay }, account, hash, 1, parameters);
  const accounts = { parlay, ...accountsOf(parlay, account.terms.mint, parameters) };
  return stakeParlay.build(programs.settlement, accounts, { outcome, amount, termsHash: hash });
}

/** The program's own checks, made before anything is signed. */
function check(
  name: { readonly what: 'market' | 'parlay'; readonly address: string },
  { termsHash: stored, terms }: Market | Parlay,
  hash: Uint8Array,
  lastOutcome: number,
  { outcome, amount }: AmountParameters,
): void {
  if (!equalBytes(hash, stored)) fail(TERMS_HASH_MISMATCH, { ...name, hash, stored });
  if (!Number.isInteger(outcome) || outcome < 0 || outcome > lastOutcome)
    fail(UNKNOWN_OUTCOME, { ...name, outcome, last: lastOutcome });
  if (amount < terms.minimumStake || amount > terms.maximumStake)
    fail(STAKE_OUT_OF_RANGE, { amount, minimum: terms.minimumStake, maximum: terms.maximumStake });
}

function accountsOf(holder: Address, mint: Address, parameters: AmountParameters) {
  const { programs, owner, source, tokenProgram, outcome } = parameters;
  return {
    owner,
    position: positionAddress(holder, owner, outcome, programs.settlement).address,
    vault: vaultAddress(holder, programs.settlement).address,
    mint,
    source,
    tokenProgram,
    systemProgram: SYSTEM_PROGRAM_ID,
  };
}
