import type { Address } from '../address/address.js';
import { configAddress } from '../address/oracle.js';
import { SYSTEM_PROGRAM_ID } from '../address/runtime.js';
import { marketAddress, vaultAddress } from '../address/settlement.js';
import type { AddressesOf } from '../instruction/define.js';
import type { Instruction } from '../instruction/instruction.js';
import { createMarket } from '../instruction/settlement/createMarket.js';
import type { ProgramIds } from '../programId.js';
import type { MarketTerms } from '../wire/terms.js';

export interface CreateMarketParameters {
  readonly programs: ProgramIds;
  readonly creator: Address;
  /** The creator's own number for the market. */
  readonly id: bigint;
  readonly terms: MarketTerms;
  readonly tokenProgram: Address;
}

/** Makes a market and its vault, which the creator pays for. The program checks the terms. */
export function createMarketInstruction(parameters: CreateMarketParameters): Instruction {
  const { programs, id, terms } = parameters;
  return createMarket.build(programs.settlement, createMarketAddresses(parameters), { id, terms });
}

/** The accounts of a market that is being made, with its terms in the instruction or in a buffer. */
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
