import type { Address } from '../address/address.js';
import { vaultAddress } from '../address/settlement.js';
import type { Instruction } from '../instruction/instruction.js';
import type { ProgramIds } from '../programId.js';
import type { MarketTerms } from '../wire/terms.js';
import { closePool, sweep } from './instructions.js';

export interface LeftoverParameters {
  readonly programs: ProgramIds;
  /** The market or parlay. */
  readonly pool: Address;
  readonly terms: Pick<MarketTerms, 'mint' | 'feeAccount'>;
  readonly tokenProgram: Address;
}

const accounts = ({ programs, pool, terms, tokenProgram }: LeftoverParameters) => ({
  pool,
  vault: vaultAddress(pool, programs.settlement).address,
  mint: terms.mint,
  feeAccount: terms.feeAccount,
  tokenProgram,
});

/**
 * Moves the tokens that the vault of a market or parlay does not owe to the fee account. Anyone may send it.
 *
 * @example
 * ```ts
 * import { type Address, LOCALNET_PROGRAM_IDS, type Market, sweepInstruction } from '@linesman/sdk/program';
 *
 * declare const tokenProgram: Address; // the program that owns the mint
 * declare const pool: Address;
 * declare const { terms }: Market; // or of a parlay
 * const programs = LOCALNET_PROGRAM_IDS;
 * const instruction = sweepInstruction({ programs, pool, terms, tokenProgram });
 * ```
 */
export const sweepInstruction = (parameters: LeftoverParameters): Instruction =>
  sweep.build(parameters.programs.settlement, accounts(parameters), {});

/**
 * Closes a decided market or parlay without open positions. No parlay may wait for the market; a parlay must have
 * copied the results of all its legs. `creator` signs and gets the rent back.
 *
 * @example
 * ```ts
 * import { type Address, closeInstruction, LOCALNET_PROGRAM_IDS, type Market } from '@linesman/sdk/program';
 *
 * declare const tokenProgram: Address; // the program that owns the mint
 * declare const pool: Address;
 * declare const { terms, creator }: Market; // or of a parlay
 * const programs = LOCALNET_PROGRAM_IDS;
 * const instruction = closeInstruction({ programs, pool, terms, creator, tokenProgram });
 * ```
 */
export const closeInstruction = (parameters: LeftoverParameters & { readonly creator: Address }): Instruction =>
  closePool.build(parameters.programs.settlement, { creator: parameters.creator, ...accounts(parameters) }, {});
