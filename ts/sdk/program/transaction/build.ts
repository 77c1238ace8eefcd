import { SIMULATION_FAILED } from '../../error/codes/library.js';
import { fail } from '../../error/linesmanError.js';
import { checkOptions, type OptionKind, type OptionRules, optional, required } from '../../format/checkOptions.js';
import { AMOUNT, BOOLEAN, LIST, OBJECT } from '../../format/optionKinds.js';
import type { Address } from '../address/address.js';
import { ADDRESS } from '../address/addressOption.js';
import type { Chain } from '../chain.js';
import type { Instruction } from '../instruction/instruction.js';
import type { ProgramIds } from '../programId.js';
import { type Budget, MAX_LOADED_BYTES, MAX_UNITS } from './budget.js';
import { compileFor, fitting, largestBudget, type TransactionVersion, VERSION, versionFor } from './compileFor.js';
import type { LookupTable } from './message.js';
import { simulationFailure } from './passingFailure.js';
import { tooLarge } from './tooLarge.js';
import { type Transaction, unsigned } from './transaction.js';

export interface BuildParameters {
  readonly chain: Chain;
  readonly programs: ProgramIds;
  readonly payer: Address;
  readonly instructions: readonly Instruction[];
  /** Lookup tables that may be used where they save bytes. */
  readonly lookupTables?: readonly LookupTable[];
  /** Priority fee in micro-lamports per compute unit. Default 0. */
  readonly microLamportsPerUnit?: bigint;
  /**
   * Percentage added to the simulated compute units, because state may change before the transaction lands. Default 10.
   */
  readonly margin?: number;
  /**
   * Sends the instructions without simulation, with the chain's default compute limit. For instructions that are known
   * to need less, such as the writes of an upload. Default false.
   */
  readonly withoutBudget?: boolean;
  /**
   * The version of the transaction. `auto` is version 1 where the chain takes it and the transaction has room in it,
   * otherwise 0 or legacy. Pass 0 for a wallet that does not sign version 1. Default `auto`.
   */
  readonly version?: TransactionVersion | 'auto';
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
  withoutBudget: optional(BOOLEAN),
  version: optional(VERSION),
};

/**
 * Bytes by which accounts may grow, or that new accounts may have, until the transaction lands. A generous number costs
 * nothing; with too few bytes, the transaction would fail after the fee is paid.
 */
const MORE_LOADED_BYTES = 1024 * 1024;

export interface BuiltTransaction {
  /** Unsigned. */
  readonly transaction: Transaction;
  /** Size in bytes with all signatures. */
  readonly size: number;
  /** Compute units that the simulation used; 0 without one. */
  readonly unitsConsumed: number;
  /** The compute limit that the transaction sets; 0: none, so that the chain's default applies. */
  readonly computeUnitLimit: number;
}

/**
 * Builds a transaction that is ready to sign: simulates it to set its limits. Where the chain takes version 1, it has
 * 4,096 bytes; otherwise 1,232, and lookup tables are used where they save bytes.
 *
 * Errors: UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION of the parameters; TRANSACTION_TOO_LARGE, with the sizes,
 * before anything is simulated; the program's own error when one of our programs refuses the simulation;
 * SIMULATION_FAILED when it fails otherwise, with `isPassing` if the node may answer otherwise a second later. The
 * context of the last two has `size`, `unitsConsumed` and `logs`.
 *
 * @example
 * ```ts
 * import { type BuildParameters, buildTransaction, type Signer, signTransaction } from '@linesman/sdk/program';
 *
 * declare const parameters: Omit<BuildParameters, 'payer'>;
 * declare const payer: Signer;
 * const built = await buildTransaction({ ...parameters, payer: payer.address, microLamportsPerUnit: 1_000n });
 * const signed = signTransaction(built.transaction, [payer]);
 * ```
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
    withoutBudget = false,
    version: wanted = 'auto',
  } = parameters;
  const blockhash = await chain.latestBlockhash();
  const compiled = (version: TransactionVersion, budget: Budget) =>
    compileFor(version, payer, instructions, blockhash, withoutBudget ? null : budget, lookupTables);
  const drafted = (version: TransactionVersion) => compiled(version, largestBudget(microLamportsPerUnit));
  const version = await versionFor(chain, wanted);
  const draft = wanted === 'auto' && version === 1 ? (fitting(() => drafted(1)) ?? drafted(0)) : drafted(version);
  if (draft.size > draft.limit) throw tooLarge(draft.size, instructions, programs, draft.limit);
  if (withoutBudget)
    return { transaction: unsigned(draft.message), size: draft.size, unitsConsumed: 0, computeUnitLimit: 0 };
  const simulation = await chain.simulate(unsigned(draft.message));
  if (simulation.error !== null) {
    const cost = { size: draft.size, unitsConsumed: simulation.unitsConsumed };
    throw simulationFailure(simulation, programs, cost);
  }
  if (simulation.unitsConsumed <= 0) fail(SIMULATION_FAILED, { problem: 'no units' });
  const computeUnitLimit = Math.min(MAX_UNITS, Math.ceil((simulation.unitsConsumed * (100 + margin)) / 100));
  const { loadedBytes = MAX_LOADED_BYTES } = simulation;
  const { message, size } = compiled(draft.version, {
    units: computeUnitLimit,
    loadedBytes: Math.min(MAX_LOADED_BYTES, loadedBytes + MORE_LOADED_BYTES),
    pricePerUnit: microLamportsPerUnit,
  });
  return {
    transaction: unsigned(message),
    size,
    unitsConsumed: simulation.unitsConsumed,
    computeUnitLimit,
  };
}
