import type { Address } from '../address/address.js';
import { vaultAddress } from '../address/settlement.js';
import type { Instruction } from '../instruction/instruction.js';
import type { ProgramIds } from '../programId.js';
import type { ParlayTerms } from '../wire/parlayTerms.js';
import type { MarketTerms } from '../wire/terms.js';
import { closeMarket, closeParlay, sweep, sweepParlay } from './instructions.js';

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

/**
 * Moves the tokens that the vault does not owe to the fee account. Anybody may send it.
 *
 * @example
 * ```ts
 * import { type Address, LOCALNET_PROGRAM_IDS, type Market, sweepInstruction } from 'linesman/program';
 *
 * declare const tokenProgram: Address; // the program that owns the mint
 * declare const market: Address;
 * declare const { terms }: Market;
 * const programs = LOCALNET_PROGRAM_IDS;
 * const instruction = sweepInstruction({ programs, market, terms, tokenProgram });
 * ```
 */
export function sweepInstruction(parameters: LeftoverParameters): Instruction {
  const { programs, market } = parameters;
  return sweep.build(programs.settlement, { market, ...accounts(market, parameters) }, {});
}

/**
 * Closes a decided market without open positions. `creator` signs and gets the rent back.
 *
 * @example
 * ```ts
 * import { type Address, closeMarketInstruction, LOCALNET_PROGRAM_IDS, type Market } from 'linesman/program';
 *
 * declare const tokenProgram: Address; // the program that owns the mint
 * declare const market: Address;
 * declare const { terms, creator }: Market;
 * const programs = LOCALNET_PROGRAM_IDS;
 * const instruction = closeMarketInstruction({ programs, market, terms, creator, tokenProgram });
 * ```
 */
export function closeMarketInstruction(parameters: LeftoverParameters & { readonly creator: Address }): Instruction {
  const { programs, market, creator } = parameters;
  return closeMarket.build(programs.settlement, { creator, market, ...accounts(market, parameters) }, {});
}

/**
 * Moves the tokens that a parlay's vault does not owe to the fee account. Anybody may send it.
 *
 * @example
 * ```ts
 * import { type Address, LOCALNET_PROGRAM_IDS, type Parlay, sweepParlayInstruction } from 'linesman/program';
 *
 * declare const tokenProgram: Address; // the program that owns the mint
 * declare const parlay: Address;
 * declare const { terms }: Parlay;
 * const instruction = sweepParlayInstruction({ programs: LOCALNET_PROGRAM_IDS, parlay, terms, tokenProgram });
 * ```
 */
export function sweepParlayInstruction(parameters: ParlayLeftoverParameters): Instruction {
  const { programs, parlay } = parameters;
  return sweepParlay.build(programs.settlement, { parlay, ...accounts(parlay, parameters) }, {});
}

/**
 * Closes a decided parlay that has no open positions and has copied the results of all its legs. `creator` signs and
 * gets the rent back.
 *
 * @example
 * ```ts
 * import { type Address, closeParlayInstruction, LOCALNET_PROGRAM_IDS, type Parlay } from 'linesman/program';
 *
 * declare const tokenProgram: Address; // the program that owns the mint
 * declare const parlay: Address;
 * declare const { terms, creator }: Parlay;
 * const programs = LOCALNET_PROGRAM_IDS;
 * const instruction = closeParlayInstruction({ programs, parlay, terms, creator, tokenProgram });
 * ```
 */
export function closeParlayInstruction(
  parameters: ParlayLeftoverParameters & { readonly creator: Address },
): Instruction {
  const { programs, parlay, creator } = parameters;
  return closeParlay.build(programs.settlement, { creator, parlay, ...accounts(parlay, parameters) }, {});
}
