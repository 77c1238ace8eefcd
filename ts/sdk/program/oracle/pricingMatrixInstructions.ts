import {
  INITIAL_ROWS_LIMIT_EXCEEDED,
  INVALID_ACCOUNT_DATA,
  MAX_ROWS_LIMIT_EXCEEDED,
} from '../../error/codes/oracle.js';
import { fail } from '../../error/linesmanError.js';
import type { Address } from '../address/address.js';
import { configAddress, pricingMatrixAddress } from '../address/oracle.js';
import { SYSTEM_PROGRAM_ID } from '../address/runtime.js';
import type { Instruction } from '../instruction/instruction.js';
import type { ServiceRow } from '../wire/serviceRow.js';
import { closePricingMatrix, initializePricingMatrix, updatePricingMatrix } from './instructions.js';

/** The most rows that a price list can have. */
export const MAX_PRICING_ROWS = 50;

/**
 * Writes the first price list. `admin` signs and pays the rent.
 *
 * Errors: INITIAL_ROWS_LIMIT_EXCEEDED for more than 50 rows; INVALID_ACCOUNT_DATA for a row id that occurs twice.
 *
 * @example
 * ```ts
 * import { type Address, initializePricingMatrixInstruction } from '@linesman/sdk/program';
 *
 * declare const oracle: Address;
 * declare const admin: Address;
 * const instruction = initializePricingMatrixInstruction(oracle, admin, [
 *   { rowId: 1, pricePerWeekToken: 500n, samplingIntervalSec: 0, leagueBundleId: 0, marketBundleId: 1 },
 * ]);
 * ```
 */
export function initializePricingMatrixInstruction(
  oracle: Address,
  admin: Address,
  rows: readonly ServiceRow[],
): Instruction {
  checkRows(rows, INITIAL_ROWS_LIMIT_EXCEEDED);
  return initializePricingMatrix.build(oracle, accountsOf(oracle, admin), { rows: [...rows] });
}

/**
 * Replaces the whole price list, so pass every row that should stay. `admin` signs, and pays the rent of a longer list.
 *
 * Errors: MAX_ROWS_LIMIT_EXCEEDED for more than 50 rows; INVALID_ACCOUNT_DATA for a row id that occurs twice.
 *
 * @example
 * ```ts
 * import { type Address, type PricingMatrix, updatePricingMatrixInstruction } from '@linesman/sdk/program';
 *
 * declare const oracle: Address;
 * declare const current: PricingMatrix;
 * const dearer = current.rows.map((row) => ({ ...row, pricePerWeekToken: row.pricePerWeekToken + 10n }));
 * const instruction = updatePricingMatrixInstruction(oracle, current.admin, dearer);
 * ```
 */
export function updatePricingMatrixInstruction(
  oracle: Address,
  admin: Address,
  rows: readonly ServiceRow[],
): Instruction {
  checkRows(rows, MAX_ROWS_LIMIT_EXCEEDED);
  return updatePricingMatrix.build(oracle, accountsOf(oracle, admin), { rows: [...rows] });
}

/**
 * Closes the price list; subscribing is impossible until there is a new one. `admin` signs and gets the rent back.
 *
 * @example
 * ```ts
 * import { type Address, closePricingMatrixInstruction } from '@linesman/sdk/program';
 *
 * declare const oracle: Address;
 * declare const admin: Address;
 * const instruction = closePricingMatrixInstruction(oracle, admin);
 * ```
 */
export const closePricingMatrixInstruction = (oracle: Address, admin: Address): Instruction =>
  closePricingMatrix.build(oracle, accountsOf(oracle, admin), {});

const accountsOf = (oracle: Address, authority: Address) => ({
  authority,
  pricingMatrix: pricingMatrixAddress(oracle).address,
  systemProgram: SYSTEM_PROGRAM_ID,
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
