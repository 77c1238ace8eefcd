import { concatBytes } from '@noble/hashes/utils.js';
import { COMPUTE_BUDGET_PROGRAM_ID } from '../address/runtime.js';
import { littleEndian } from '../address/seed.js';
import type { Instruction } from '../instruction/instruction.js';

/** The most compute units that one transaction may ask for. */
export const MOST_UNITS = 1_400_000;

const SET_UNIT_LIMIT = 2;
const SET_UNIT_PRICE = 3;

const budget = (kind: number, value: Uint8Array): Instruction => ({
  programAddress: COMPUTE_BUDGET_PROGRAM_ID,
  accounts: [],
  data: concatBytes(Uint8Array.of(kind), value),
});

/** The instructions in front of all others: a limit, and a priority fee unless it is 0. */
export function budgetInstructions(units: number, microLamportsPerUnit: bigint): Instruction[] {
  const limit = budget(SET_UNIT_LIMIT, littleEndian(units, 4));
  if (microLamportsPerUnit === 0n) return [limit];
  return [limit, budget(SET_UNIT_PRICE, littleEndian(microLamportsPerUnit, 8))];
}
