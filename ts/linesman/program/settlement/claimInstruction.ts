import type { Address } from '../address/address.js';
import { SYSTEM_PROGRAM_ID } from '../address/runtime.js';
import { positionAddress, vaultAddress } from '../address/settlement.js';
import { ASSOCIATED_TOKEN_PROGRAM_ID, associatedTokenAddress } from '../address/token.js';
import { type Instruction, isWritable, roleOf } from '../instruction/instruction.js';
import { claim } from '../instruction/settlement/claim.js';
import { claimParlay } from '../instruction/settlement/claimParlay.js';
import type { ProgramIds } from '../programId.js';

interface PositionParameters {
  readonly programs: ProgramIds;
  readonly mint: Address;
  readonly owner: Address;
  readonly outcome: number;
  /** Sends the transaction; pays for the owner's token account if there is none. */
  readonly payer: Address;
  readonly tokenProgram: Address;
  /** Another token account of the mint, which the owner has to agree to by signing. */
  readonly destination?: Address;
}

export interface ClaimParameters extends PositionParameters {
  readonly market: Address;
}

export interface ClaimParlayParameters extends PositionParameters {
  readonly parlay: Address;
  /** 0 yes, 1 no. */
  readonly outcome: number;
}

/** Pays a position of a decided market and closes it: to the owner's associated token account, whoever sends it. */
export function claimInstruction(parameters: ClaimParameters): Instruction {
  const { programs, market } = parameters;
  const instruction = claim.build(programs.settlement, { market, ...accounts(market, parameters) }, {});
  return signedFor(instruction, parameters);
}

/** Pays a position of a decided parlay and closes it, as {@link claimInstruction} does for a market. */
export function claimParlayInstruction(parameters: ClaimParlayParameters): Instruction {
  const { programs, parlay } = parameters;
  const instruction = claimParlay.build(programs.settlement, { parlay, ...accounts(parlay, parameters) }, {});
  return signedFor(instruction, parameters);
}

function accounts(holder: Address, parameters: PositionParameters) {
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
    systemProgram: SYSTEM_PROGRAM_ID,
  };
}

/** An owner who names the destination has to sign. */
function signedFor(instruction: Instruction, { owner, destination }: PositionParameters): Instruction {
  if (!destination) return instruction;
  const accounts = instruction.accounts.map((account) =>
    account.address === owner ? { ...account, role: roleOf({ signer: true, writable: isWritable(account) }) } : account,
  );
  return { ...instruction, accounts };
}
