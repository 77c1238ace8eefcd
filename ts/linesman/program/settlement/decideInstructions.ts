import { fail, WRONG_LEG } from '../../error/index.js';
import type { Address } from '../address/address.js';
import { vaultAddress } from '../address/settlement.js';
import type { Instruction } from '../instruction/instruction.js';
import { finalise } from '../instruction/settlement/finalise.js';
import { settleParlay } from '../instruction/settlement/settleParlay.js';
import { voidMarket } from '../instruction/settlement/voidMarket.js';
import { voidParlay } from '../instruction/settlement/voidParlay.js';
import type { ProgramIds } from '../programId.js';
import type { ParlayTerms } from '../wire/parlayTerms.js';

/** Makes the proposal of a market final, once its challenge window is over. */
export const finaliseInstruction = (programs: ProgramIds, market: Address): Instruction =>
  finalise.build(programs.settlement, { market, vault: vaultAddress(market, programs.settlement).address }, {});

/** Voids a market that nobody settled before `voidAfter`. */
export const voidInstruction = (programs: ProgramIds, market: Address): Instruction =>
  voidMarket.build(programs.settlement, { market, vault: vaultAddress(market, programs.settlement).address }, {});

/**
 * Copies the result of one leg (index, from 0) of a parlay, once its market is decided; with the last leg the parlay is
 * decided. Errors: WRONG_LEG the parlay has no such leg.
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

/** Voids a parlay of which a copied leg is void. */
export const voidParlayInstruction = (programs: ProgramIds, parlay: Address): Instruction =>
  voidParlay.build(programs.settlement, { parlay, vault: vaultAddress(parlay, programs.settlement).address }, {});
