import { concatBytes } from '@noble/hashes/utils.js';
import { COMPUTE_BUDGET_PROGRAM_ID } from '../address/runtime.js';
import { littleEndian } from '../address/seed.js';
import type { Instruction } from '../instruction/instruction.js';

/** The highest compute limit of a transaction. */
export const MOST_UNITS = 1_400_000;

const SET_UNIT_LIMIT = 2;
const SET_UNIT_PRICE = 3;

const budget = (kind: number, value: Uint8Array): Instruction => ({
  programAddress: COMPUTE_BUDGET_PROGRAM_ID,
  accounts: [],
  data: concatBytes(Uint8Array.of(kind), value),
});

/**
 * The compute budget instructions, which go first: a compute limit, and a priority fee unless it is 0.
 *
 * @example
 * ```ts
 * import { budgetInstructions } from 'linesman/program';
 *
 * const budget = budgetInstructions(200_000, 1_000n); // a priority fee of 200 lamports
 * ```
 */
export function budgetInstructions(units: number, microLamportsPerUnit: bigint): Instruction[] {
  const limit = budget(SET_UNIT_LIMIT, littleEndian('The compute limit', units, 4));
  if (microLamportsPerUnit === 0n) return [limit];
  return [limit, budget(SET_UNIT_PRICE, littleEndian('The price of a compute unit', microLamportsPerUnit, 8))];
}
