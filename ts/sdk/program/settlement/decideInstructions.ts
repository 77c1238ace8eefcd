import { WRONG_LEG } from '../../error/codes/settlement.js';
import { fail } from '../../error/linesmanError.js';
import type { Address } from '../address/address.js';
import { vaultAddress } from '../address/settlement.js';
import type { Instruction } from '../instruction/instruction.js';
import type { ProgramIds } from '../programId.js';
import type { ParlayTerms } from '../wire/parlayTerms.js';
import { finalise, settleParlay, voidPool } from './instructions.js';

/**
 * Makes the proposal of a market final after its challenge window. Anyone may send it.
 *
 * @example
 * ```ts
 * import { type Address, finaliseInstruction, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 *
 * declare const market: Address;
 * const instruction = finaliseInstruction(LOCALNET_PROGRAM_IDS, market);
 * ```
 */
export const finaliseInstruction = (programs: ProgramIds, market: Address): Instruction =>
  finalise.build(programs.settlement, { market, vault: vaultAddress(market, programs.settlement).address }, {});

/**
 * Voids a market that was not settled before `voidAfter`, or a parlay once a copied leg is void. Anyone may send it.
 *
 * @example
 * ```ts
 * import { type Address, LOCALNET_PROGRAM_IDS, voidInstruction } from '@linesman/sdk/program';
 *
 * declare const pool: Address; // a market or parlay
 * const instruction = voidInstruction(LOCALNET_PROGRAM_IDS, pool);
 * ```
 */
export const voidInstruction = (programs: ProgramIds, pool: Address): Instruction =>
  voidPool.build(programs.settlement, { pool, vault: vaultAddress(pool, programs.settlement).address }, {});

/**
 * Copies the result of one leg of a parlay from its decided market; the last copy decides the parlay. Anyone may send
 * it.
 *
 * Errors: WRONG_LEG when the parlay has no such leg.
 *
 * @param leg Index of the leg, from 0.
 *
 * @example
 * ```ts
 * import { type Address, LOCALNET_PROGRAM_IDS, type Parlay, settleParlayInstruction } from '@linesman/sdk/program';
 *
 * declare const parlay: Address;
 * declare const { terms, results }: Parlay;
 * const open = terms.legs.map((_, leg) => leg).filter((leg) => results[leg] === 'Open');
 * const instructions = open.map((leg) => settleParlayInstruction(LOCALNET_PROGRAM_IDS, parlay, terms, leg));
 * ```
 */
export function settleParlayInstruction(
  programs: ProgramIds,
  parlay: Address,
  terms: ParlayTerms,
  leg: number,
): Instruction {
  const market = terms.legs[leg]?.market;
  if (market === undefined) return fail(WRONG_LEG, { problem: 'no such leg', leg, legs: terms.legs.length });
  return settleParlay.build(programs.settlement, { parlay, market }, { leg });
}
