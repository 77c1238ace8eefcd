import { concatBytes } from '@noble/hashes/utils.js';
import { COMPUTE_BUDGET_PROGRAM_ID, SYSTEM_PROGRAM_ID, UPGRADEABLE_LOADER_ID } from '../address/runtime.js';
import { littleEndian } from '../address/seed.js';
import type { Instruction } from '../instruction/instruction.js';
import type { MessageConfig } from './messageForm.js';

/** The highest compute limit of a transaction. */
export const MAX_UNITS = 1_400_000;
/** The most bytes of accounts that a transaction may load. */
export const MAX_LOADED_BYTES = 64 * 1024 * 1024;

/** Lamports for each signature of a transaction, besides the priority fee. */
export const SIGNATURE_FEE = 5_000n;

/** Limits of a transaction, and the fee that it pays for them. */
export interface Budget {
  readonly units: number;
  /** Bytes of all accounts together. Only transactions of version 1 state it. */
  readonly loadedBytes: number;
  /** Micro-lamports. */
  readonly pricePerUnit: bigint;
}

/** The runtime's default units for an instruction of these built-in programs; other programs get more. */
const BUILTIN = { programs: new Set([SYSTEM_PROGRAM_ID, UPGRADEABLE_LOADER_ID]), units: 3_000 };
const UNITS_OF_OTHERS = 200_000;

/** The chain's limits for a transaction that sets none. A transaction of version 1 must set them. */
export const grantedBudget = (instructions: readonly Instruction[]): Budget => ({
  units: Math.min(
    MAX_UNITS,
    instructions.reduce(
      (sum, { programAddress }) => sum + (BUILTIN.programs.has(programAddress) ? BUILTIN.units : UNITS_OF_OTHERS),
      0,
    ),
  ),
  loadedBytes: MAX_LOADED_BYTES,
  pricePerUnit: 0n,
});

/** The priority fee of a whole transaction, in lamports. */
export const wholePriorityFee = (units: number | bigint, pricePerUnit: bigint): bigint =>
  (BigInt(units) * pricePerUnit + 999_999n) / 1_000_000n;

/** A budget in the form of a message of version 1, which states the total priority fee. */
export const budgetConfig = ({ units, loadedBytes, pricePerUnit }: Budget): MessageConfig => ({
  ...(pricePerUnit > 0n && { priorityFeeLamports: wholePriorityFee(units, pricePerUnit) }),
  computeUnitLimit: units,
  loadedAccountsDataSizeLimit: loadedBytes,
});

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
 * import { budgetInstructions } from '@linesman/sdk/program';
 *
 * const budget = budgetInstructions(200_000, 1_000n); // a priority fee of 200 lamports
 * ```
 */
export function budgetInstructions(units: number, microLamportsPerUnit: bigint): Instruction[] {
  const limit = budget(SET_UNIT_LIMIT, littleEndian('The compute limit', units, 4));
  if (microLamportsPerUnit === 0n) return [limit];
  return [limit, budget(SET_UNIT_PRICE, littleEndian('The price of a compute unit', microLamportsPerUnit, 8))];
}
