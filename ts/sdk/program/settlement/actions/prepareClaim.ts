import { NOTHING_TO_CLAIM } from '../../../error/codes/customers.js';
import { fail } from '../../../error/linesmanError.js';
import { positionAccount } from '../../account/position.js';
import type { Address } from '../../address/address.js';
import { positionAddress } from '../../address/settlement.js';
import { associatedTokenAddress } from '../../address/token.js';
import type { AccountsChain } from '../../chain.js';
import type { Instruction } from '../../instruction/instruction.js';
import type { ProgramIds } from '../../programId.js';
import { claimInstruction } from '../claimInstruction.js';
import { outcomesOf } from '../marketOutcomes.js';
import type { FoundMarket } from './findMarket.js';

/** A stake of an owner on an outcome that is not paid yet. */
export interface OwnPosition {
  readonly outcome: number;
  /** Base units. */
  readonly amount: bigint;
}

/**
 * The positions of an owner in a market that are not paid yet, by outcome. Errors: those of the chain.
 *
 * @example
 * ```ts
 * import { type Address, type ClaimAction, ownPositions } from '@linesman/sdk/program';
 *
 * declare const { chain, programs, found }: ClaimAction;
 * declare const owner: Address;
 * const staked = await ownPositions(chain, programs, found, owner);
 * ```
 */
export async function ownPositions(
  chain: Pick<AccountsChain, 'accounts'>,
  { settlement }: Pick<ProgramIds, 'settlement'>,
  { address, market }: Pick<FoundMarket, 'address' | 'market'>,
  owner: Address,
): Promise<OwnPosition[]> {
  const outcomes = outcomesOf(market.terms);
  const places = outcomes.map(({ index }) => positionAddress(address, owner, index, settlement).address);
  const found = await chain.accounts(places);
  return found.flatMap((one, outcome) =>
    one?.owner === settlement ? [{ outcome, amount: positionAccount.decode(one.data).amount }] : [],
  );
}

export interface ClaimAction {
  readonly chain: Pick<AccountsChain, 'accounts'>;
  readonly programs: ProgramIds;
  /** `findMarket`. */
  readonly found: FoundMarket;
  readonly owner: Address;
  /**
   * The signer, which may be any wallet. Pays for the owner's token account if it is missing. The owner may close that
   * account later.
   */
  readonly payer: Address;
}

export interface PreparedClaim {
  readonly positions: readonly OwnPosition[];
  /** The owner's token account, which receives the tokens. */
  readonly account: Address;
  /** For one transaction. */
  readonly instructions: readonly Instruction[];
}

/**
 * The instructions that pay every position of an owner in a decided market. Errors: NOTHING_TO_CLAIM.
 *
 * @example
 * ```ts
 * import { type ClaimAction, prepareClaim } from '@linesman/sdk/program';
 *
 * declare const { chain, programs, found, owner }: ClaimAction;
 * const { instructions } = await prepareClaim({ chain, programs, found, owner, payer: owner });
 * ```
 */
export async function prepareClaim({ chain, programs, found, owner, payer }: ClaimAction): Promise<PreparedClaim> {
  const positions = await ownPositions(chain, programs, found, owner);
  if (positions.length === 0) fail(NOTHING_TO_CLAIM, { owner, market: found.address });
  const { tokenProgram } = found.mint;
  const { mint } = found.market.terms;
  const common = { programs, pool: found.address, mint, owner, payer, tokenProgram };
  return {
    positions,
    account: associatedTokenAddress(mint, owner, tokenProgram),
    instructions: positions.map(({ outcome }) => claimInstruction({ ...common, outcome })),
  };
}
