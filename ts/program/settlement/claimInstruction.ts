import { type PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js';
import { positionAddress, vaultAddress } from '../address/settlement.js';
import { ASSOCIATED_TOKEN_PROGRAM_ID, associatedTokenAddress } from '../address/token.js';
import { claim } from '../instruction/settlement/claim.js';
import type { ProgramIds } from '../programId.js';

export interface ClaimParameters {
  readonly programs: ProgramIds;
  readonly market: PublicKey;
  readonly mint: PublicKey;
  readonly owner: PublicKey;
  readonly outcome: number;
  /** Sends the transaction; pays for the owner's token account if there is none. */
  readonly payer: PublicKey;
  readonly tokenProgram: PublicKey;
  /** Another token account of the mint, which the owner has to agree to by signing. */
  readonly destination?: PublicKey;
}

/** Pays a position of a decided market and closes it: to the owner's associated token account, whoever sends it. */
export function claimInstruction(parameters: ClaimParameters): TransactionInstruction {
  const { programs, market, mint, owner, outcome, payer, tokenProgram, destination } = parameters;
  const instruction = claim.build(
    programs.settlement,
    {
      market,
      position: positionAddress(market, owner, outcome, programs.settlement).address,
      owner,
      vault: vaultAddress(market, programs.settlement).address,
      mint,
      destination: destination ?? associatedTokenAddress(mint, owner, tokenProgram),
      payer,
      tokenProgram,
      associatedTokenProgram: ASSOCIATED_TOKEN_PROGRAM_ID,
      systemProgram: SystemProgram.programId,
    },
    {},
  );
  if (destination) for (const key of instruction.keys) if (key.pubkey.equals(owner)) key.isSigner = true;
  return instruction;
}
