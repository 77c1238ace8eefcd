import { TOO_MANY_ACCOUNTS } from '../../error/codes/arguments.js';
import { isError } from '../../error/linesmanError.js';
import type { OptionKind } from '../../format/checkOptions.js';
import type { Address } from '../address/address.js';
import { ZERO_ADDRESS } from '../address/runtime.js';
import type { Chain } from '../chain.js';
import type { Instruction } from '../instruction/instruction.js';
import { type Budget, budgetConfig, budgetInstructions, grantedBudget, MAX_LOADED_BYTES, MAX_UNITS } from './budget.js';
import { type Compiled, compile } from './compile.js';
import { compileMessage, type LookupTable } from './message.js';
import { limitOf, transactionSize } from './size.js';

/** A version of transactions that can be written. 0 includes legacy transactions, which are shorter. */
export type TransactionVersion = 0 | 1;

/** A version that is already chosen, for planning without asking a chain. */
export const CHOSEN_VERSION: OptionKind = { expected: '0 or 1', fits: (value) => value === 0 || value === 1 };

export const VERSION: OptionKind = {
  expected: "0, 1 or 'auto'",
  fits: (value) => value === 0 || value === 1 || value === 'auto',
};

export interface CompiledFor extends Compiled {
  readonly version: TransactionVersion;
  /** The most bytes of a transaction of this version. */
  readonly limit: number;
}

/** The most that a transaction may use, to size it before it is simulated. Every fee except 0 takes the same bytes. */
export const largestBudget = (pricePerUnit: bigint): Budget => ({
  units: MAX_UNITS,
  loadedBytes: MAX_LOADED_BYTES,
  pricePerUnit,
});

/**
 * Compiles instructions with a budget into a message of a version: version 1 states the budget in its header and does
 * not have lookup tables; other versions use instructions for the budget. Without a budget the limits are those that
 * the chain grants.
 *
 * Errors: those of `compileMessage`.
 */
export function compileFor(
  version: TransactionVersion,
  payer: Address,
  instructions: readonly Instruction[],
  blockhash: string,
  budget: Budget | null,
  offered: readonly LookupTable[] = [],
): CompiledFor {
  const limit = limitOf(version);
  if (version === 1) {
    const config = budgetConfig(budget ?? grantedBudget(instructions));
    const message = compileMessage(payer, instructions, blockhash, config);
    return { message, size: transactionSize(message), tables: [], version, limit };
  }
  // The budget goes first: nothing may come between a v4 instruction and its signature.
  const first = budget ? budgetInstructions(budget.units, budget.pricePerUnit) : [];
  return { ...compile(payer, [...first, ...instructions], blockhash, offered), version, limit };
}

/**
 * Compiles a message only to measure its size. Any blockhash takes the same bytes, and so does any budget, with or
 * without a fee.
 */
export const draftFor = (
  version: TransactionVersion,
  payer: Address,
  instructions: readonly Instruction[],
  pricePerUnit: bigint,
  offered: readonly LookupTable[] = [],
): CompiledFor => compileFor(version, payer, instructions, ZERO_ADDRESS, largestBudget(pricePerUnit), offered);

/** The compiled message, if a transaction has room for it; otherwise `null`. */
export function fitting(compiled: () => CompiledFor): CompiledFor | null {
  try {
    const one = compiled();
    return one.size <= one.limit ? one : null;
  } catch (error) {
    if (isError(error, TOO_MANY_ACCOUNTS)) return null;
    throw error;
  }
}

/** The version for a chain: the wanted one, or with `auto` version 1 if the chain takes it. */
export const versionFor = async (
  chain: Pick<Chain, 'takesVersion1'>,
  wanted: TransactionVersion | 'auto',
): Promise<TransactionVersion> => (wanted === 'auto' ? ((await chain.takesVersion1?.()) ? 1 : 0) : wanted);
