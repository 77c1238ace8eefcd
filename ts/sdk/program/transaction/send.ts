import { SIMULATION_FAILED, TRANSACTION_NOT_LANDED } from '../../error/codes/library.js';
import { TRANSACTION_NOT_KNOWN } from '../../error/codes/operation.js';
import { errorOf, fail, type LinesmanError } from '../../error/linesmanError.js';
import { checkOptions, deliberate, type OptionRules, optional, required } from '../../format/checkOptions.js';
import { AMOUNT, FUNCTION, integerOf, LIST, OBJECT, SIGNAL } from '../../format/optionKinds.js';
import { errorFromLogs, errorFromStatus } from '../errorFromLogs.js';
import type { Instruction } from '../instruction/instruction.js';
import type { Signer } from '../keyPair.js';
import type { ProgramIds } from '../programId.js';
import type { SendingChain, TransactionStatus } from '../sendingChain.js';
import { untilAborted } from '../untilAborted.js';
import { type BuiltTransaction, buildTransaction } from './build.js';
import { type TransactionVersion, VERSION } from './compileFor.js';
import { buildPatiently, POLL, SEND_ATTEMPTS } from './passingFailure.js';
import { signatureOf, signTransaction, type Transaction } from './transaction.js';

/** Status requests between two submissions of the same transaction. */
export const RESEND = 4;
/** Status requests before a chain whose blockhashes never expire counts as stuck. */
export const MAX_POLLS = 600;

export interface SendParameters {
  readonly chain: SendingChain;
  readonly programs: ProgramIds;
  readonly payer: Signer;
  /** Signers besides the payer. */
  readonly signers?: readonly Signer[];
  readonly instructions: readonly Instruction[];
  /** Waits this many ms between two status requests. */
  readonly sleep: (ms: number) => Promise<unknown>;
  /** Priority fee in micro-lamports per compute unit. Default 0. */
  readonly microLamportsPerUnit?: bigint;
  /** As in `buildTransaction`. Default `auto`. */
  readonly version?: TransactionVersion | 'auto';
  /**
   * How many blockhashes may expire before the transaction counts as failed, and how often each is built while the node
   * lags behind. Default 5.
   */
  readonly attempts?: number;
  /** Called with each transaction before it is submitted; `false` withholds it. */
  readonly beforeSend?: (built: BuiltTransaction) => boolean;
  /** Called when a blockhash has expired. */
  readonly onExpired?: () => void;
  /**
   * Stops waiting, whatever the chain does. The promise then rejects with TRANSACTION_NOT_KNOWN if something was
   * submitted, otherwise with REQUEST_ABORTED.
   */
  readonly signal?: AbortSignal | undefined;
}

const OPTIONS: OptionRules<SendParameters> = {
  chain: required(OBJECT),
  programs: required(OBJECT),
  payer: required(OBJECT),
  signers: optional(LIST),
  instructions: required(LIST),
  sleep: required(FUNCTION),
  microLamportsPerUnit: optional(AMOUNT),
  version: optional(VERSION),
  attempts: optional(integerOf(1)),
  // If this option got lost, a transaction meant to be withheld would be sent.
  beforeSend: deliberate(FUNCTION),
  onExpired: optional(FUNCTION),
  signal: optional(SIGNAL),
};

export interface SentTransaction extends BuiltTransaction {
  /** Base58; `null` when `beforeSend` withheld it. */
  readonly signature: string | null;
}

/**
 * Builds (and so simulates), signs and submits a transaction, then waits until it lands. When its blockhash expires
 * first, it is built again; the new simulation sees the actions of other senders in the meantime. So is one whose
 * simulation fails only because the node lags behind (`buildPatiently`). A submitted transaction that the chain does
 * not know yet has neither landed nor failed, so its status is requested until there is an answer.
 *
 * Errors: UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION of the parameters; those of `buildTransaction`, and those of
 * the chain while nothing is submitted; the program's own error, or SIMULATION_FAILED, when the transaction fails on
 * chain; TRANSACTION_NOT_LANDED when every attempt expired; TRANSACTION_NOT_KNOWN when the outcome is unknown;
 * REQUEST_ABORTED when the signal is aborted before anything was submitted.
 *
 * @example
 * ```ts
 * import { type Instruction, LOCALNET_PROGRAM_IDS, type SendParameters, sendTransaction } from '@linesman/sdk/program';
 *
 * declare const { chain, payer }: SendParameters;
 * declare const instructions: readonly Instruction[];
 * const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
 * const programs = LOCALNET_PROGRAM_IDS;
 * const { signature } = await sendTransaction({ chain, programs, payer, instructions, sleep });
 * ```
 */
export async function sendTransaction(parameters: SendParameters): Promise<SentTransaction> {
  checkOptions('sendTransaction', parameters, OPTIONS);
  const {
    chain,
    programs,
    payer,
    signers = [],
    instructions,
    attempts = SEND_ATTEMPTS,
    microLamportsPerUnit = 0n,
  } = parameters;
  const { version = 'auto', signal } = parameters;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const what = { payer: payer.address, instructions, microLamportsPerUnit, version };
    const build = () => buildTransaction({ chain, programs, ...what });
    const built = await buildPatiently(build, { sleep: parameters.sleep, attempts, signal });
    if (parameters.beforeSend?.(built) === false) return { ...built, signature: null };
    const transaction = signTransaction(built.transaction, [payer, ...signers]);
    const signature = signatureOf(transaction);
    if (await hasLanded(parameters, transaction, signature)) return { ...built, transaction, signature };
    parameters.onExpired?.();
  }
  return fail(TRANSACTION_NOT_LANDED, { attempts });
}

/**
 * Submits a signed transaction until it lands. False once it can no longer land.
 *
 * Errors: the program's own error, or SIMULATION_FAILED, when the transaction fails on chain; TRANSACTION_NOT_KNOWN
 * when the signal is aborted, or the chain is stuck, before the outcome is known.
 *
 * @example
 * ```ts
 * import {
 *   hasLanded,
 *   LOCALNET_PROGRAM_IDS,
 *   type SendingChain,
 *   signatureOf,
 *   type Transaction,
 * } from '@linesman/sdk/program';
 *
 * declare const chain: SendingChain;
 * declare const signed: Transaction; // e.g. by a wallet
 * const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
 * const sending = { chain, programs: LOCALNET_PROGRAM_IDS, sleep };
 * if (!(await hasLanded(sending, signed, signatureOf(signed)))) console.log('expired: build it again');
 * ```
 */
export async function hasLanded(
  { chain, programs, sleep, signal }: Pick<SendParameters, 'chain' | 'programs' | 'sleep' | 'signal'>,
  transaction: Transaction,
  signature: string,
): Promise<boolean> {
  // A request that fails or times out says nothing about the transaction.
  const asked = <T>(question: () => Promise<T>): Promise<T | null> => untilAborted(question, signal).catch(() => null);
  for (let poll = 0; poll < MAX_POLLS && !signal?.aborted; poll++) {
    if (poll % RESEND === 0) await asked(() => chain.send(transaction));
    const ended =
      (await asked(() => chain.status(signature))) ??
      (await lastLook(chain, transaction.message.blockhash, signature, asked));
    if (ended === false) return false;
    if (ended !== null) {
      if (ended.error === null) return true;
      throw failureOf(ended, transaction, programs);
    }
    await untilAborted(() => sleep(POLL), signal).catch((error: unknown) => {
      if (!signal?.aborted) throw error;
    });
  }
  return fail(TRANSACTION_NOT_KNOWN, { signature });
}

/** Why a transaction failed on chain: the program's own error, or SIMULATION_FAILED. */
export const failureOf = (
  { error, logs }: NonNullable<TransactionStatus>,
  transaction: Transaction,
  programs: ProgramIds,
): LinesmanError => {
  const signature = signatureOf(transaction);
  const known =
    logs === null
      ? errorFromStatus(error, transaction.message, programs, { signature })
      : errorFromLogs(logs, programs, { signature });
  return known ?? errorOf(SIMULATION_FAILED, { problem: 'transaction', signature, error, logs });
};

/**
 * `false` when the blockhash has expired. The transaction may have landed just before, so its status is requested once
 * more; without an answer, nothing is known.
 */
async function lastLook(
  chain: SendingChain,
  blockhash: string,
  signature: string,
  asked: <T>(question: () => Promise<T>) => Promise<T | null>,
): Promise<TransactionStatus | false> {
  if ((await asked(() => chain.isBlockhashValid(blockhash))) !== false) return null;
  return asked(async () => (await chain.status(signature)) ?? false);
}
