import type { Address } from '../address/address.js';
import { configAddress } from '../address/oracle.js';
import { SYSTEM_PROGRAM_ID } from '../address/runtime.js';
import { marketAddress, vaultAddress } from '../address/settlement.js';
import type { AddressesOf } from '../instruction/define.js';
import { type Instruction, withReadonly } from '../instruction/instruction.js';
import type { ProgramIds } from '../programId.js';
import type { MarketTerms } from '../wire/terms.js';
import { createMarket } from './instructions.js';

export interface CreateMarketParameters {
  readonly programs: ProgramIds;
  readonly creator: Address;
  /** The id that the creator chooses for the market (u64). */
  readonly id: bigint;
  readonly terms: MarketTerms;
  readonly tokenProgram: Address;
}

/**
 * Creates a market and its vault. The creator signs and pays the rent; the program checks the terms. Terms with many
 * outcomes need `bufferedCreateMarketTransactions`.
 *
 * Errors: INVALID_NUMBER names the field of the terms that is missing or out of range.
 *
 * @example
 * ```ts
 * import {
 *   type Address,
 *   createMarketInstruction,
 *   LOCALNET_PROGRAM_IDS,
 *   type MarketTerms,
 * } from '@linesman/sdk/program';
 *
 * declare const tokenProgram: Address; // the program that owns the mint
 * declare const creator: Address;
 * declare const terms: MarketTerms;
 * const programs = LOCALNET_PROGRAM_IDS;
 * const instruction = createMarketInstruction({ programs, creator, id: 1n, terms, tokenProgram });
 * ```
 */
export function createMarketInstruction(parameters: CreateMarketParameters): Instruction {
  const { programs, id, terms } = parameters;
  return withAttesterSet(
    terms,
    createMarket.build(programs.settlement, createMarketAddresses(parameters), { id, terms }),
  );
}

/** The creation of a market with the attester set by which the program checks its terms, if they name one. */
export const withAttesterSet = ({ attesters }: MarketTerms, instruction: Instruction): Instruction =>
  attesters ? withReadonly(instruction, attesters.set) : instruction;

/** The accounts of a new market, whether its terms are in the instruction or in a buffer. */
export function createMarketAddresses(parameters: CreateMarketParameters): AddressesOf<typeof createMarket.accounts> {
  const { programs, creator, id, terms, tokenProgram } = parameters;
  const market = marketAddress(creator, id, programs.settlement).address;
  return {
    creator,
    market,
    vault: vaultAddress(market, programs.settlement).address,
    mint: terms.mint,
    feeAccount: terms.feeAccount,
    oracleConfig: configAddress(terms.oracleProgram).address,
    tokenProgram,
    systemProgram: SYSTEM_PROGRAM_ID,
  };
}
