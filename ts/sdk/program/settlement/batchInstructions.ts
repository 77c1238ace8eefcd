import { checkOptions, type OptionRules, optional, required } from '../../format/checkOptions.js';
import { AMOUNT, LIST, OBJECT } from '../../format/optionKinds.js';
import { type Address, address } from '../address/address.js';
import { ADDRESS, ADDRESSES } from '../address/addressOption.js';
import { ACCOUNT_ROLE, type Instruction } from '../instruction/instruction.js';
import type { ProgramIds } from '../programId.js';
import { CHOSEN_VERSION, draftFor, fitting, type TransactionVersion } from '../transaction/compileFor.js';
import type { LookupTable } from '../transaction/message.js';
import type { Message } from '../transaction/messageForm.js';
import { closeResult, finaliseMany, settleMany } from './instructions.js';

/** The most accounts that the runtime loads for one transaction, those of lookup tables and programs included. */
const MAX_LOADED_ACCOUNTS = 64;

/**
 * Settles markets with a result and skips those that it cannot settle. Anyone may send it.
 *
 * @param result The address of the result. A market whose terms name another result, as by other attesters, is skipped.
 *
 * @example
 * ```ts
 * import {
 *   type Address,
 *   LOCALNET_PROGRAM_IDS,
 *   type MarketTerms,
 *   resultAddress,
 *   settleManyInstruction,
 * } from '@linesman/sdk/program';
 *
 * declare const markets: readonly Address[]; // of one match, sport, policy and attesters
 * declare const terms: MarketTerms; // of any of them
 * const { address: result } = resultAddress(terms, LOCALNET_PROGRAM_IDS.settlement);
 * const instruction = settleManyInstruction(LOCALNET_PROGRAM_IDS, result, markets);
 * ```
 */
export const settleManyInstruction = (
  programs: ProgramIds,
  result: Address,
  markets: readonly Address[],
): Instruction => withMarkets(settleMany.build(programs.settlement, { result }, {}), markets);

/**
 * Makes the proposals of markets final whose challenge window is over and skips the other markets. Anyone may send it.
 *
 * @example
 * ```ts
 * import { type Address, finaliseManyInstruction, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 *
 * declare const markets: readonly Address[];
 * const instruction = finaliseManyInstruction(LOCALNET_PROGRAM_IDS, markets);
 * ```
 */
export const finaliseManyInstruction = (programs: ProgramIds, markets: readonly Address[]): Instruction =>
  withMarkets(finaliseMany.build(programs.settlement, {}, {}), markets);

/**
 * Closes a result, from 180 days after its latest fact, or from 270 days after its event if that is earlier. Only the
 * account that paid for its creation can close it.
 *
 * @example
 * ```ts
 * import { type Address, closeResultInstruction, LOCALNET_PROGRAM_IDS, type MatchResult } from '@linesman/sdk/program';
 *
 * declare const address: Address;
 * declare const { payer }: MatchResult;
 * const instruction = closeResultInstruction(LOCALNET_PROGRAM_IDS, address, payer);
 * ```
 */
export const closeResultInstruction = (programs: ProgramIds, result: Address, payer: Address): Instruction =>
  closeResult.build(programs.settlement, { payer, result }, {});

const withMarkets = (instruction: Instruction, markets: readonly Address[]): Instruction => ({
  ...instruction,
  accounts: [
    ...instruction.accounts,
    ...markets.map((market) => ({ address: address(market), role: ACCOUNT_ROLE.writable })),
  ],
});

export interface MarketBatchParameters {
  readonly programs: ProgramIds;
  readonly payer: Address;
  /** The markets to fit in, in this order. */
  readonly markets: readonly Address[];
  /** The result for `settleMany`. Default: none, for `finaliseMany`. */
  readonly result?: Address;
  /** The version of the transaction: 1 where the chain and the signer take it. Default 0. */
  readonly version?: TransactionVersion;
  /** Lookup tables that may be used where they save bytes. Version 1 has none. */
  readonly lookupTables?: readonly LookupTable[];
  /** The priority fee that will be given to `buildTransaction`; setting one costs bytes. Default 0. */
  readonly microLamportsPerUnit?: bigint;
}

const OPTIONS: OptionRules<MarketBatchParameters> = {
  programs: required(OBJECT),
  payer: required(ADDRESS),
  markets: required(ADDRESSES),
  result: optional(ADDRESS),
  version: optional(CHOSEN_VERSION),
  lookupTables: optional(LIST),
  microLamportsPerUnit: optional(AMOUNT),
};

/**
 * How many markets, from the first, fit into one transaction of `settleMany` or `finaliseMany`. Without lookup tables,
 * the size is the limit; with the markets in tables, the 64 accounts that the runtime loads. Compute units are not
 * counted: `buildTransaction` simulates them.
 *
 * Errors: UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION of the parameters.
 *
 * @example
 * ```ts
 * import { type MarketBatchParameters, marketsPerTransaction, settleManyInstruction } from '@linesman/sdk/program';
 *
 * declare const parameters: MarketBatchParameters & { readonly result: NonNullable<MarketBatchParameters['result']> };
 * const { programs, result, markets } = parameters;
 * const batches = [];
 * for (let rest = markets; rest.length > 0; ) {
 *   const count = marketsPerTransaction({ ...parameters, markets: rest });
 *   batches.push(settleManyInstruction(programs, result, rest.slice(0, count)));
 *   rest = rest.slice(count);
 * }
 * ```
 */
export function marketsPerTransaction(parameters: MarketBatchParameters): number {
  checkOptions('marketsPerTransaction', parameters, OPTIONS);
  const { programs, payer, markets, result, lookupTables = [], microLamportsPerUnit = 0n } = parameters;
  const { version = 0 } = parameters;
  const fits = (count: number): boolean => {
    const some = markets.slice(0, count);
    const instruction =
      result === undefined ? finaliseManyInstruction(programs, some) : settleManyInstruction(programs, result, some);
    const one = fitting(() => draftFor(version, payer, [instruction], microLamportsPerUnit, lookupTables));
    return one !== null && loadedAccounts(one.message) <= MAX_LOADED_ACCOUNTS;
  };
  let count = 0;
  while (count < markets.length && fits(count + 1)) count++;
  return count;
}

const loadedAccounts = ({ accounts, lookups }: Message): number =>
  accounts.length + lookups.reduce((sum, { writable, readonly }) => sum + writable.length + readonly.length, 0);
