import { type PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js';
import { parlayAddress, vaultAddress } from '../address/settlement.js';
import { createParlay } from '../instruction/settlement/createParlay.js';
import type { ProgramIds } from '../programId.js';
import type { ParlayTerms } from '../wire/parlayTerms.js';

export interface CreateParlayParameters {
  readonly programs: ProgramIds;
  readonly creator: PublicKey;
  /** The creator's own number for the parlay. */
  readonly id: bigint;
  readonly terms: ParlayTerms;
  readonly tokenProgram: PublicKey;
}

/**
 * Makes a parlay and its vault, which the creator pays for. The program checks the terms and the legs' markets. With eight
 * legs the transaction needs a lookup table.
 */
export function createParlayInstruction(parameters: CreateParlayParameters): TransactionInstruction {
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
      systemProgram: SystemProgram.programId,
    },
    { id, terms },
  );
  for (const { market } of terms.legs) instruction.keys.push({ pubkey: market, isSigner: false, isWritable: true });
  return instruction;
}
