import { checkOptions, type OptionRules, optional, required } from '../../../format/checkOptions.js';
import { AMOUNT, OBJECT } from '../../../format/optionKinds.js';
import { chainTime } from '../../account/chainTime.js';
import type { Mint } from '../../account/mint.js';
import type { Address } from '../../address/address.js';
import { ADDRESS } from '../../address/addressOption.js';
import { marketAddress } from '../../address/settlement.js';
import { associatedTokenAddress } from '../../address/token.js';
import type { Chain } from '../../chain.js';
import type { Instruction } from '../../instruction/instruction.js';
import type { ProgramIds } from '../../programId.js';
import { createTokenAccount } from '../../tokenInstructions.js';
import type { MarketTerms } from '../../wire/terms.js';
import { createMarketInstruction } from '../createMarketInstruction.js';
import { checkNotBegun, checkStillToClose } from '../rules/checkMoment.js';
import { checkStakeTrust, type StakeTrust } from '../rules/checkStakeTrust.js';
import { guardStake } from '../rules/guardStake.js';

export interface MarketAction {
  readonly chain: Pick<Chain, 'account'>;
  readonly programs: ProgramIds;
  readonly creator: Address;
  readonly terms: MarketTerms;
  /** The mint of the terms, read with `readMint`. */
  readonly mint: Mint;
  /**
   * The facts about the match that a careful staker knows: a market that a careful staker would refuse is refused here.
   */
  readonly trust: StakeTrust;
  /** The creator's number of the market. Default: the first free one from the current second. */
  readonly id?: bigint;
}

const ACTION: OptionRules<MarketAction> = {
  chain: required(OBJECT),
  programs: required(OBJECT),
  creator: required(ADDRESS),
  terms: required(OBJECT),
  mint: required(OBJECT),
  trust: required(OBJECT),
  id: optional(AMOUNT),
};

export interface PreparedMarket {
  /** The address of the new market. */
  readonly address: Address;
  readonly id: bigint;
  /** For one transaction, which the creator signs. */
  readonly instructions: readonly Instruction[];
}

/**
 * The instructions that make a market, after the guards of its stakers: the match has not begun, {@link guardStake}
 * passes, and stakes close later than now. A fee account that is the creator's own token account is made if it is
 * missing.
 *
 * Errors, in this order: UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION; MATCH_BEGUN, unless STAKES_CLOSE_AFTER_START
 * is accepted; those of `guardStake`; INVALID_TIMES; those of `createMarketInstruction`.
 *
 * @example
 * ```ts
 * import { type MarketAction, prepareMarket, readMint } from '@linesman/sdk/program';
 *
 * declare const { chain, programs, creator, terms, trust }: MarketAction;
 * const mint = await readMint(chain, terms.mint);
 * const { address, instructions } = await prepareMarket({ chain, programs, creator, terms, mint, trust });
 * ```
 */
export async function prepareMarket(action: MarketAction): Promise<PreparedMarket> {
  checkOptions('prepareMarket', action, ACTION);
  const { chain, programs, creator, terms, mint, trust } = action;
  checkStakeTrust(trust);
  const now = await chainTime(chain);
  checkNotBegun(terms, trust, now);
  guardStake(terms, trust);
  checkStillToClose(terms, now);
  const id = action.id ?? (await freeId(action, now));
  const { tokenProgram } = mint;
  const isOwnFee = terms.feeAccount === associatedTokenAddress(mint.address, creator, tokenProgram);
  return {
    address: marketAddress(creator, id, programs.settlement).address,
    id,
    instructions: [
      ...(isOwnFee ? [createTokenAccount(mint.address, creator, creator, tokenProgram)] : []),
      createMarketInstruction({ programs, creator, id, terms, tokenProgram }),
    ],
  };
}

/** The first id, counting from the current second, for which the creator has no market. */
async function freeId({ chain, programs, creator }: MarketAction, now: number): Promise<bigint> {
  for (let id = BigInt(now); ; id++)
    if ((await chain.account(marketAddress(creator, id, programs.settlement).address)) === null) return id;
}
