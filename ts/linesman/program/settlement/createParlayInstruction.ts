import { type Address, address } from '../address/address.js';
import { SYSTEM_PROGRAM_ID } from '../address/runtime.js';
import { parlayAddress, vaultAddress } from '../address/settlement.js';
import { ACCOUNT_ROLE, type Instruction } from '../instruction/instruction.js';
import { createParlay } from '../instruction/settlement/createParlay.js';
import type { ProgramIds } from '../programId.js';
import type { ParlayTerms } from '../wire/parlayTerms.js';

export interface CreateParlayParameters {
  readonly programs: ProgramIds;
  readonly creator: Address;
  /** The creator's own number for the parlay. */
  readonly id: bigint;
  readonly terms: ParlayTerms;
  readonly tokenProgram: Address;
}

/**
 * Makes a parlay and its vault, which the creator pays for. The program checks the terms and the legs' markets. With eight
 * legs the transaction needs a lookup table.
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
