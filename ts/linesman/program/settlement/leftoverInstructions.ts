import type { Address } from '../address/address.js';
import { vaultAddress } from '../address/settlement.js';
import type { Instruction } from '../instruction/instruction.js';
import { closeMarket } from '../instruction/settlement/closeMarket.js';
import { closeParlay } from '../instruction/settlement/closeParlay.js';
import { sweep } from '../instruction/settlement/sweep.js';
import { sweepParlay } from '../instruction/settlement/sweepParlay.js';
import type { ProgramIds } from '../programId.js';
import type { ParlayTerms } from '../wire/parlayTerms.js';
import type { MarketTerms } from '../wire/terms.js';

export interface LeftoverParameters {
  readonly programs: ProgramIds;
  readonly market: Address;
  readonly terms: MarketTerms;
  readonly tokenProgram: Address;
}

export interface ParlayLeftoverParameters {
  readonly programs: ProgramIds;
  readonly parlay: Address;
  readonly terms: ParlayTerms;
  readonly tokenProgram: Address;
}

const accounts = (
  holder: Address,
  {
    programs,
    terms,
    tokenProgram,
  }: Pick<LeftoverParameters | ParlayLeftoverParameters, 'programs' | 'terms' | 'tokenProgram'>,
) => ({
  vault: vaultAddress(holder, programs.settlement).address,
  mint: terms.mint,
  feeAccount: terms.feeAccount,
  tokenProgram,
});

/** Moves what the vault holds and does not owe to the fee account. */
export function sweepInstruction(parameters: LeftoverParameters): Instruction {
  const { programs, market } = parameters;
  return sweep.build(programs.settlement, { market, ...accounts(market, parameters) }, {});
}

/** Closes a decided market without open positions; its creator gets the rent back. */
export function closeMarketInstruction(parameters: LeftoverParameters & { readonly creator: Address }): Instruction {
  const { programs, market, creator } = parameters;
  return closeMarket.build(programs.settlement, { creator, market, ...accounts(market, parameters) }, {});
}

/** Moves what a parlay's vault holds and does not owe to the fee account. */
export function sweepParlayInstruction(parameters: ParlayLeftoverParameters): Instruction {
  const { programs, parlay } = parameters;
  return sweepParlay.build(programs.settlement, { parlay, ...accounts(parlay, parameters) }, {});
}

/** Closes a decided parlay without open positions whose legs are all copied; its creator gets the rent back. */
export function closeParlayInstruction(
  parameters: ParlayLeftoverParameters & { readonly creator: Address },
): Instruction {
  const { programs, parlay, creator } = parameters;
  return closeParlay.build(programs.settlement, { creator, parlay, ...accounts(parlay, parameters) }, {});
}
