import { type PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js';
import { positionAddress, vaultAddress } from '../address/settlement.js';
import { ASSOCIATED_TOKEN_PROGRAM_ID, associatedTokenAddress } from '../address/token.js';
import { claim } from '../instruction/settlement/claim.js';
import { claimParlay } from '../instruction/settlement/claimParlay.js';
import type { ProgramIds } from '../programId.js';

interface PositionParameters {
  readonly programs: ProgramIds;
  readonly mint: PublicKey;
  readonly owner: PublicKey;
  readonly outcome: number;
  /** Sends the transaction; pays for the owner's token account if there is none. */
  readonly payer: PublicKey;
  readonly tokenProgram: PublicKey;
  /** Another token account of the mint, which the owner has to agree to by signing. */
  readonly destination?: PublicKey;
}

export interface ClaimParameters extends PositionParameters {
  readonly market: PublicKey;
}

export interface ClaimParlayParameters extends PositionParameters {
  readonly parlay: PublicKey;
  /** 0 yes, 1 no. */
  readonly outcome: number;
}

/** Pays a position of a decided market and closes it: to the owner's associated token account, whoever sends it. */
export function claimInstruction(parameters: ClaimParameters): TransactionInstruction {
  const { programs, market } = parameters;
  const instruction = claim.build(programs.settlement, { market, ...accounts(market, parameters) }, {});
  return signedFor(instruction, parameters);
}

/** Pays a position of a decided parlay and closes it, as {@link claimInstruction} does for a market. */
export function claimParlayInstruction(parameters: ClaimParlayParameters): TransactionInstruction {
  const { programs, parlay } = parameters;
  const instruction = claimParlay.build(programs.settlement, { parlay, ...accounts(parlay, parameters) }, {});
  return signedFor(instruction, parameters);
}

function accounts(holder: PublicKey, parameters: PositionParameters) {
  const { programs, mint, owner, outcome, payer, tokenProgram, destination } = parameters;
  return {
    position: positionAddress(holder, owner, outcome, programs.settlement).address,
    owner,
    vault: vaultAddress(holder, programs.settlement).address,
    mint,
    destination: destination ?? associatedTokenAddress(mint, owner, tokenProgram),
    payer,
    tokenProgram,
    associatedTokenProgram: ASSOCIATED_TOKEN_PROGRAM_ID,
    systemProgram: SystemProgram.programId,
  };
}

/** An owner who names the destination has to sign. */
function signedFor(
  instruction: TransactionInstruction,
  { owner, destination }: PositionParameters,
): TransactionInstruction {
  if (destination) for (const key of instruction.keys) if (key.pubkey.equals(owner)) key.isSigner = true;
  return instruction;
}
