import { errorOf, fail, SIMULATION_FAILED } from '../../error/index.js';
import { checkOptions, type OptionKind, type OptionRules, optional, required } from '../../format/checkOptions.js';
import { AMOUNT, LIST, OBJECT } from '../../format/optionKinds.js';
import type { Address } from '../address/address.js';
import { ADDRESS } from '../address/addressOption.js';
import type { Chain } from '../chain.js';
import { errorFromLogs } from '../errorFromLogs.js';
import type { Instruction } from '../instruction/instruction.js';
import type { ProgramIds } from '../programId.js';
import { budgetInstructions, MOST_UNITS } from './budget.js';
import { compile } from './compile.js';
import type { LookupTable } from './message.js';
import { TRANSACTION_LIMIT } from './size.js';
import { tooLarge } from './tooLarge.js';
import { type Transaction, unsigned } from './transaction.js';

export interface BuildParameters {
  readonly chain: Chain;
  readonly programs: ProgramIds;
  readonly payer: Address;
  readonly instructions: readonly Instruction[];
  /** Lookup tables that may be used where they save bytes. */
  readonly lookupTables?: readonly LookupTable[];
  /** Priority fee in micro-lamports per compute unit; none by default. */
  readonly microLamportsPerUnit?: bigint;
  /** What is added to the simulated units, in percent: state may change before the transaction lands. Default 10. */
  readonly margin?: number;
}

const PERCENT: OptionKind = {
  expected: 'a number from 0',
  fits: (value) => typeof value === 'number' && value >= 0 && Number.isFinite(value),
};

const OPTIONS: OptionRules<BuildParameters> = {
  chain: required(OBJECT),
  programs: required(OBJECT),
  payer: required(ADDRESS),
  instructions: required(LIST),
  lookupTables: optional(LIST),
  microLamportsPerUnit: optional(AMOUNT),
  margin: optional(PERCENT),
};

export interface BuiltTransaction {
  /** Not signed yet. */
  readonly transaction: Transaction;
  /** Bytes with all signatures. */
  readonly size: number;
  /** Compute units that the simulation used. */
  readonly unitsConsumed: number;
  /** The limit that the transaction asks for. */
  readonly computeUnitLimit: number;
}

/**
 * A complete transaction, ready to sign: its compute limit comes from a simulation, lookup tables are used where they help.
 *
 * Errors: UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION of the parameters; TRANSACTION_TOO_LARGE when it cannot fit, with the
 * sizes (before anything is simulated); the program's own number when one of our programs refuses the simulation;
 * SIMULATION_FAILED when it fails in any other way.
 * Their context has `size`, `unitsConsumed` and `logs`.
 */
export async function buildTransaction(parameters: BuildParameters): Promise<BuiltTransaction> {
  checkOptions('buildTransaction', parameters, OPTIONS);
  const {
    chain,
    programs,
    payer,
    instructions,
    lookupTables = [],
    microLamportsPerUnit = 0n,
    margin = 10,
  } = parameters;
  const blockhash = await chain.latestBlockhash();
  // In front, because a v4 instruction looks at the one right before it.
  const compiled = (units: number) =>
    compile(payer, [...budgetInstructions(units, microLamportsPerUnit), ...instructions], blockhash, lookupTables);
  const draft = compiled(MOST_UNITS);
  if (draft.size > TRANSACTION_LIMIT) throw tooLarge(draft.size, instructions, programs);
  const simulation = await chain.simulate(unsigned(draft.message));
  if (simulation.error !== null) {
    const cost = { size: draft.size, unitsConsumed: simulation.unitsConsumed };
    throw (
      errorFromLogs(simulation.logs, programs, cost) ??
      errorOf(SIMULATION_FAILED, { problem: 'simulation', ...cost, error: simulation.error, logs: simulation.logs })
    );
  }
  if (simulation.unitsConsumed <= 0) fail(SIMULATION_FAILED, { problem: 'no units' });
  const computeUnitLimit = Math.min(MOST_UNITS, Math.ceil((simulation.unitsConsumed * (100 + margin)) / 100));
  const { message, size } = compiled(computeUnitLimit);
  return {
    transaction: unsigned(message),
    size,
    unitsConsumed: simulation.unitsConsumed,
    computeUnitLimit,
  };
}
