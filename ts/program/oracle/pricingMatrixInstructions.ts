import { type PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js';
import { fail, INITIAL_ROWS_LIMIT_EXCEEDED, INVALID_ACCOUNT_DATA, MAX_ROWS_LIMIT_EXCEEDED } from '../../error/index.js';
import { configAddress, pricingMatrixAddress } from '../address/oracle.js';
import { closePricingMatrix } from '../instruction/oracle/closePricingMatrix.js';
import { initializePricingMatrix } from '../instruction/oracle/initializePricingMatrix.js';
import { updatePricingMatrix } from '../instruction/oracle/updatePricingMatrix.js';
import type { ServiceRow } from '../wire/serviceRow.js';

/** Rows that a pricing matrix holds at most. */
export const MAX_PRICING_ROWS = 50;

/**
 * Writes the first price list. `admin` signs and pays. Errors: INITIAL_ROWS_LIMIT_EXCEEDED, INVALID_ACCOUNT_DATA a row id
 * twice.
 */
export function initializePricingMatrixInstruction(
  oracle: PublicKey,
  admin: PublicKey,
  rows: readonly ServiceRow[],
): TransactionInstruction {
  checkRows(rows, INITIAL_ROWS_LIMIT_EXCEEDED);
  return initializePricingMatrix.build(oracle, accountsOf(oracle, admin), { rows: [...rows] });
}

/**
 * Replaces the price list; every row that is to stay goes in again. `admin` signs, and pays for a longer list. Errors:
 * MAX_ROWS_LIMIT_EXCEEDED, INVALID_ACCOUNT_DATA a row id twice.
 */
export function updatePricingMatrixInstruction(
  oracle: PublicKey,
  admin: PublicKey,
  rows: readonly ServiceRow[],
): TransactionInstruction {
  checkRows(rows, MAX_ROWS_LIMIT_EXCEEDED);
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

function checkRows(
  rows: readonly ServiceRow[],
  tooMany: typeof INITIAL_ROWS_LIMIT_EXCEEDED | typeof MAX_ROWS_LIMIT_EXCEEDED,
): void {
  if (rows.length > MAX_PRICING_ROWS) fail(tooMany, { rows: rows.length, limit: MAX_PRICING_ROWS });
  const seen = new Set<number>();
  for (const { rowId } of rows) {
    if (seen.has(rowId)) fail(INVALID_ACCOUNT_DATA, { rowId });
    seen.add(rowId);
  }
}
