import { type Address, address } from '../address/address.js';
import { SYSTEM_PROGRAM_ID } from '../address/runtime.js';
import { parlayAddress, vaultAddress } from '../address/settlement.js';
import { ACCOUNT_ROLE, type Instruction } from '../instruction/instruction.js';
import type { ProgramIds } from '../programId.js';
import type { ParlayTerms } from '../wire/parlayTerms.js';
import { createParlay } from './instructions.js';

export interface CreateParlayParameters {
  readonly programs: ProgramIds;
  readonly creator: Address;
  /** The id that the creator chooses for the parlay (u64). */
  readonly id: bigint;
  readonly terms: ParlayTerms;
  readonly tokenProgram: Address;
}

/**
 * Creates a parlay and its vault. The creator signs and pays the rent; the program checks the terms and the markets of
 * the legs. With eight legs the transaction needs a lookup table.
 *
 * Errors: INVALID_NUMBER names the field of the terms that is missing or out of range; INVALID_ADDRESS.
 *
 * @example
 * ```ts
 * import {
 *   type Address,
 *   createParlayInstruction,
 *   LOCALNET_PROGRAM_IDS,
 *   type ParlayTerms,
 * } from '@linesman/sdk/program';
 *
 * declare const tokenProgram: Address; // the program that owns the mint
 * declare const creator: Address;
 * declare const terms: ParlayTerms;
 * const programs = LOCALNET_PROGRAM_IDS;
 * const instruction = createParlayInstruction({ programs, creator, id: 1n, terms, tokenProgram });
 * ```
 */
export function createParlayInstruction(parameters: CreateParlayParameters): Instruction {
  const { programs, creator, id, terms, tokenProgram } = parameters;
  const parlay = parlayAddress(creator, id, programs.settlement).address;
  const instruction = createParlay.build(
    programs.settlement,
    {
      creator,
      parlay,
      vault: vaultAddress(parlay, programs.settlement).address,
      mint: terms.mint,
      feeAccount: terms.feeAccount,
      tokenProgram,
      systemProgram: SYSTEM_PROGRAM_ID,
    },
    { id, terms },
  );
  const legs = terms.legs.map(({ market }) => ({ address: address(market), role: ACCOUNT_ROLE.writable }));
  return { ...instruction, accounts: [...instruction.accounts, ...legs] };
}
