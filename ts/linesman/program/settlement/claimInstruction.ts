import type { Address } from '../address/address.js';
import { SYSTEM_PROGRAM_ID } from '../address/runtime.js';
import { positionAddress, vaultAddress } from '../address/settlement.js';
import { ASSOCIATED_TOKEN_PROGRAM_ID, associatedTokenAddress } from '../address/token.js';
import { type Instruction, isWritable, roleOf } from '../instruction/instruction.js';
import type { ProgramIds } from '../programId.js';
import { claim, claimParlay } from './instructions.js';

interface PositionParameters {
  readonly programs: ProgramIds;
  readonly mint: Address;
  readonly owner: Address;
  readonly outcome: number;
  /** Pays the network fee, and the rent of the owner's token account if it is missing. */
  readonly payer: Address;
  readonly tokenProgram: Address;
  /** Another token account of the mint. The owner must then sign. */
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

/**
 * Pays a position of a decided market to the owner's associated token account and closes it. Anybody may send it.
 *
 * @example
 * ```ts
 * import { type Address, claimInstruction, LOCALNET_PROGRAM_IDS, type Market } from 'linesman/program';
 *
 * declare const tokenProgram: Address; // the program that owns the mint
 * declare const market: Address;
 * declare const account: Market;
 * declare const owner: Address;
 * const instruction = claimInstruction({
 *   programs: LOCALNET_PROGRAM_IDS,
 *   market,
 *   mint: account.terms.mint,
 *   owner,
 *   outcome: account.proposal.outcome,
 *   payer: owner,
 *   tokenProgram,
 * });
 * ```
 */
export function claimInstruction(parameters: ClaimParameters): Instruction {
  const { programs, market } = parameters;
  const instruction = claim.build(programs.settlement, { market, ...accounts(market, parameters) }, {});
  return signedFor(instruction, parameters);
}

/**
 * Pays a position of a decided parlay to the owner's associated token account and closes it. Anybody may send it.
 *
 * @example
 * ```ts
 * import { type Address, claimParlayInstruction, LOCALNET_PROGRAM_IDS, type Parlay } from 'linesman/program';
 *
 * declare const tokenProgram: Address; // the program that owns the mint
 * declare const parlay: Address;
 * declare const account: Parlay;
 * declare const owner: Address;
 * const { mint } = account.terms;
 * const position = { parlay, mint, owner, outcome: account.outcome, tokenProgram };
 * const instruction = claimParlayInstruction({ programs: LOCALNET_PROGRAM_IDS, ...position, payer: owner });
 * ```
 */
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

/** The owner signs when the tokens go anywhere but the associated token account. */
function signedFor(instruction: Instruction, { owner, destination }: PositionParameters): Instruction {
  if (!destination) return instruction;
  const accounts = instruction.accounts.map((account) =>
    account.address === owner ? { ...account, role: roleOf({ signer: true, writable: isWritable(account) }) } : account,
  );
  return { ...instruction, accounts };
}
