import type { Address } from '../address/address.js';
import { SYSTEM_PROGRAM_ID } from '../address/runtime.js';
import { positionAddress, vaultAddress } from '../address/settlement.js';
import { ASSOCIATED_TOKEN_PROGRAM_ID, associatedTokenAddress } from '../address/token.js';
import { type Instruction, isWritable, roleOf } from '../instruction/instruction.js';
import type { ProgramIds } from '../programId.js';
import { claim } from './instructions.js';

export interface ClaimParameters {
  readonly programs: ProgramIds;
  /** The market or parlay. */
  readonly pool: Address;
  readonly mint: Address;
  readonly owner: Address;
  /** Of a parlay: 0 yes, 1 no. */
  readonly outcome: number;
  /** Pays the network fee, and the rent of the owner's token account if it is missing. */
  readonly payer: Address;
  readonly tokenProgram: Address;
  /** Another token account of the mint. The owner must then sign. */
  readonly destination?: Address;
}

/**
 * Pays a position of a decided market or parlay to the owner's associated token account and closes it. Anyone may send
 * it.
 *
 * @example
 * ```ts
 * import { type Address, claimInstruction, LOCALNET_PROGRAM_IDS, type Market } from '@linesman/sdk/program';
 *
 * declare const tokenProgram: Address; // the program that owns the mint
 * declare const pool: Address;
 * declare const account: Market;
 * declare const owner: Address;
 * const instruction = claimInstruction({
 *   programs: LOCALNET_PROGRAM_IDS,
 *   pool,
 *   mint: account.terms.mint,
 *   owner,
 *   outcome: account.proposal.outcome, // of a parlay: `account.outcome`
 *   payer: owner,
 *   tokenProgram,
 * });
 * ```
 */
export function claimInstruction(parameters: ClaimParameters): Instruction {
  const { programs, pool, mint, owner, outcome, payer, tokenProgram, destination } = parameters;
  const accounts = {
    pool,
    position: positionAddress(pool, owner, outcome, programs.settlement).address,
    owner,
    vault: vaultAddress(pool, programs.settlement).address,
    mint,
    destination: destination ?? associatedTokenAddress(mint, owner, tokenProgram),
    payer,
    tokenProgram,
    associatedTokenProgram: ASSOCIATED_TOKEN_PROGRAM_ID,
    systemProgram: SYSTEM_PROGRAM_ID,
  };
  return signedFor(claim.build(programs.settlement, accounts, {}), parameters);
}

/** The owner signs when the tokens go anywhere but the associated token account. */
function signedFor(instruction: Instruction, { owner, destination }: ClaimParameters): Instruction {
  if (!destination) return instruction;
  const accounts = instruction.accounts.map((account) =>
    account.address === owner ? { ...account, role: roleOf({ signer: true, writable: isWritable(account) }) } : account,
  );
  return { ...instruction, accounts };
}
