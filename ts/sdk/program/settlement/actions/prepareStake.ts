import { WALLET_TOO_POOR } from '../../../error/codes/customers.js';
import { TERMS_HASH_MISMATCH } from '../../../error/codes/settlement.js';
import { fail } from '../../../error/linesmanError.js';
import { checkOptions, deliberate, type OptionRules, optional, required } from '../../../format/checkOptions.js';
import { equalBytes } from '../../../format/hash.js';
import { AMOUNT, BYTES, NUMBER, OBJECT } from '../../../format/optionKinds.js';
import type { Milliseconds } from '../../../format/slotTime.js';
import { tokenBalance } from '../../account/tokenAccount.js';
import type { Address } from '../../address/address.js';
import { ADDRESS } from '../../address/addressOption.js';
import { associatedTokenAddress } from '../../address/token.js';
import type { Chain } from '../../chain.js';
import type { Instruction } from '../../instruction/instruction.js';
import type { ProgramIds } from '../../programId.js';
import { wholeTokens } from '../../tokenAmount.js';
import { checkClock, checkNotBegun, checkStillOpen } from '../rules/checkMoment.js';
import { checkStakeTrust, type StakeTrust } from '../rules/checkStakeTrust.js';
import { stakeInstruction } from '../stakeInstruction.js';
import type { FoundMarket } from './findMarket.js';

export interface StakeAction {
  readonly chain: Pick<Chain, 'account'>;
  readonly programs: ProgramIds;
  /** Read just now: `findMarket`. */
  readonly found: FoundMarket;
  readonly owner: Address;
  readonly outcome: number;
  /** Base units of the mint. */
  readonly amount: bigint;
  readonly trust: StakeTrust;
  /**
   * `termsHash` of the terms that the owner has seen. An address does not fix the terms: a market can be closed, and
   * made again with others. If left out, the terms in `found` count as those that the owner has seen.
   */
  readonly seenTerms?: Uint8Array;
  /** The caller's own clock. Default: that of this machine. */
  readonly clock?: Milliseconds;
}

const ACTION: OptionRules<StakeAction> = {
  chain: required(OBJECT),
  programs: required(OBJECT),
  found: required(OBJECT),
  owner: required(ADDRESS),
  outcome: required(NUMBER),
  amount: required(AMOUNT),
  trust: required(OBJECT),
  seenTerms: deliberate(BYTES),
  clock: optional(NUMBER),
};

/**
 * The instruction of a stake, after all checks that are possible before signing: the terms are those that were seen,
 * the match has not begun, stakes are taken, the clock of the chain is not far behind, {@link guardStake} passes, and
 * the owner's token account holds enough. `owner` signs.
 *
 * Errors, in this order: UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION, those of `trust` too; TERMS_HASH_MISMATCH;
 * MATCH_BEGUN, unless STAKES_CLOSE_AFTER_START is accepted; STAKING_CLOSED; CHAIN_CLOCK_BEHIND, unless it is accepted;
 * those of `stakeInstruction`; WALLET_TOO_POOR.
 *
 * @example
 * ```ts
 * import { type Address, findMarket, prepareStake, type StakeAction, type StakeTrust } from '@linesman/sdk/program';
 *
 * declare const { chain, programs, owner }: StakeAction;
 * declare const market: Address;
 * declare const trust: StakeTrust;
 * const found = await findMarket(chain, programs, market);
 * const stake = await prepareStake({ chain, programs, found, owner, outcome: 0, amount: 5_000_000n, trust });
 * ```
 */
export async function prepareStake(action: StakeAction): Promise<Instruction> {
  checkOptions('prepareStake', action, ACTION);
  const { chain, programs, found, owner, outcome, amount, trust, seenTerms, clock = Date.now() } = action;
  checkStakeTrust(trust);
  const { address, market, mint } = found;
  const now = found.now.seconds;
  const { terms } = market;
  if (seenTerms && !equalBytes(seenTerms, market.termsHash))
    fail(TERMS_HASH_MISMATCH, { what: 'market', address, hash: seenTerms, stored: market.termsHash });
  if (market.state === 'Open') {
    checkNotBegun(terms, trust, now);
    checkStillOpen(terms, now);
    checkClock(trust, now, clock);
  }
  const { tokenProgram } = mint;
  const source = associatedTokenAddress(terms.mint, owner, tokenProgram);
  const given = { programs, pool: address, account: market, owner, source, tokenProgram, outcome, amount, trust };
  const instruction = stakeInstruction(given);
  const balance = await tokenBalance(chain, source);
  if (balance < amount)
    fail(WALLET_TOO_POOR, {
      wallet: owner,
      held: wholeTokens(balance, mint.decimals),
      unit: `of ${terms.mint}`,
      purpose: 'the stake',
      needed: wholeTokens(amount, mint.decimals),
    });
  return instruction;
}
