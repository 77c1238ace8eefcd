import { ComputeBudgetProgram, type TransactionInstruction } from '@solana/web3.js';

/** The most compute units that one transaction may ask for. */
export const MOST_UNITS = 1_400_000;

/** The instructions in front of all others: a limit, and a priority fee unless it is 0. */
export function budgetInstructions(units: number, microLamportsPerUnit: bigint): TransactionInstruction[] {
  const limit = ComputeBudgetProgram.setComputeUnitLimit({ units });
  if (microLamportsPerUnit === 0n) return [limit];
  return [limit, ComputeBudgetProgram.setComputeUnitPrice({ microLamports: microLamportsPerUnit })];
}
