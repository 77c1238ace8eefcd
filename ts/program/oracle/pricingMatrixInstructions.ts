import { type PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js';
import { fail } from '../../error/index.js';
import { configAddress, pricingMatrixAddress } from '../address/oracle.js';
import { closePricingMatrix } from '../instruction/oracle/closePricingMatrix.js';
import { initializePricingMatrix } from '../instruction/oracle/initializePricingMatrix.js';
import { updatePricingMatrix } from '../instruction/oracle/updatePricingMatrix.js';
import type { ServiceRow } from '../wire/serviceRow.js';

/** Rows that a pricing matrix holds at most. */
export const MAX_PRICING_ROWS = 50;

/** Writes the first price list. `admin` signs and pays. Errors: 6060 more than 50 rows, 6057 a row id twice. */
export function initializePricingMatrixInstruction(
  oracle: PublicKey,
  admin: PublicKey,
  rows: readonly ServiceRow[],
): TransactionInstruction {
  checkRows(rows, 6060);
  return initializePricingMatrix.build(oracle, accountsOf(oracle, admin), { rows: [...rows] });
}

/**
 * Replaces the price list; every row that is to stay goes in again. `admin` signs, and pays for a longer list. Errors: 6064 more
 * than 50 rows, 6057 a row id twice.
 */
export function updatePricingMatrixInstruction(
  oracle: PublicKey,
  admin: PublicKey,
  rows: readonly ServiceRow[],
): TransactionInstruction {
  checkRows(rows, 6064);
  return updatePricingMatrix.build(oracle, accountsOf(oracle, admin), { rows: [...rows] });
}

/** Takes the price list away: nobody can subscribe until there is another. `admin` signs and gets the rent. */
export const closePricingMatrixInstruction = (oracle: PublicKey, admin: PublicKey): TransactionInstruction =>
  closePricingMatrix.build(oracle, accountsOf(oracle, admin), {});

const accountsOf = (oracle: PublicKey, authority: PublicKey) => ({
  authority,
  pricingMatrix: pricingMatrixAddress(oracle).address,
  systemProgram: SystemProgram.programId,
  config: configAddress(oracle).address,
});

function checkRows(rows: readonly ServiceRow[], tooMany: 6060 | 6064): void {
  if (rows.length > MAX_PRICING_ROWS)
    fail(tooMany, { message: `A pricing matrix holds ${MAX_PRICING_ROWS} rows at most, not ${rows.length}.` });
  const seen = new Set<number>();
  for (const { rowId } of rows) {
    if (seen.has(rowId)) fail(6057, { message: `Row ${rowId} is in the pricing matrix twice.` });
    seen.add(rowId);
  }
}
