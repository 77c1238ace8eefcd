import { errorOf, fail, SIMULATION_FAILED, TRANSACTION_NOT_KNOWN, TRANSACTION_NOT_LANDED } from '../../error/index.js';
import { checkOptions, deliberate, type OptionRules, optional, required } from '../../format/checkOptions.js';
import { AMOUNT, FUNCTION, integerOf, LIST, OBJECT, SIGNAL } from '../../format/optionKinds.js';
import { errorFromLogs } from '../errorFromLogs.js';
import type { Instruction } from '../instruction/instruction.js';
import type { Signer } from '../keyPair.js';
import type { ProgramIds } from '../programId.js';
import type { SendingChain, TransactionStatus } from '../sendingChain.js';
import { untilAborted } from '../untilAborted.js';
import { type BuiltTransaction, buildTransaction } from './build.js';
import { signatureOf, signTransaction, type Transaction } from './transaction.js';

/** ms between two looks at a transaction's status. */
const POLL = 500;
/** Looks between two times that the same transaction is handed over again. */
const RESEND = 4;
/** Looks before a chain whose blockhashes never expire counts as stuck. */
const MOST_POLLS = 600;

export interface SendParameters {
  readonly chain: SendingChain;
  readonly programs: ProgramIds;
  readonly payer: Signer;
  /** Who signs besides the payer. */
  readonly signers?: readonly Signer[];
  readonly instructions: readonly Instruction[];
  /** Lets so many ms go by between two looks at what became of it. */
  readonly sleep: (ms: number) => Promise<unknown>;
  /** Micro-lamports per compute unit. */
  readonly microLamportsPerUnit?: bigint;
  /** How many blockhashes are used up before it counts as failed. Default 5. */
  readonly attempts?: number;
  /** Called with each transaction before it is handed over; `false` keeps it back. */
  readonly beforeSend?: (built: BuiltTransaction) => boolean;
  /** Called when a blockhash has expired. */
  readonly onExpired?: () => void;
  /**
   * Ends the waiting, whatever the chain does: it rejects with TRANSACTION_NOT_KNOWN when something was handed over, and with
   * REQUEST_ABORTED before.
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
  attempts: optional(integerOf(1)),
  // Misspelt or lost, what should be kept back would be sent.
  beforeSend: deliberate(FUNCTION),
  onExpired: optional(FUNCTION),
  signal: optional(SIGNAL),
};

export interface SentTransaction extends BuiltTransaction {
  /** Base58; `null` when it was kept back. */
  readonly signature: string | null;
}

/**
 * Builds (and so simulates), signs and sends a transaction, and waits until it has landed. When its blockhash expires first, it is built
 * anew, with a new simulation: what another sender has done in the meantime is seen there. A transaction that was handed over and that the chain does not speak of has
 * neither landed nor failed: it is asked for until there is an answer.
 *
 * Errors: UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION of the parameters; those of `buildTransaction`, and those of the
 * chain when nothing is on its way; the program's own, or SIMULATION_FAILED, when it failed on chain; TRANSACTION_NOT_LANDED
 * when no attempt landed; TRANSACTION_NOT_KNOWN when it is not known what became of it; REQUEST_ABORTED when the signal is
 * aborted before.
 */
export async function sendTransaction(parameters: SendParameters): Promise<SentTransaction> {
  checkOptions('sendTransaction', parameters, OPTIONS);
  const { chain, programs, payer, signers = [], instructions, attempts = 5, microLamportsPerUnit = 0n } = parameters;
  const { signal } = parameters;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const build = () => buildTransaction({ chain, programs, payer: payer.address, instructions, microLamportsPerUnit });
    const built = await untilAborted(build, signal);
    if (parameters.beforeSend?.(built) === false) return { ...built, signature: null };
    const transaction = signTransaction(built.transaction, [payer, ...signers]);
    const signature = signatureOf(transaction);
    if (await hasLanded(parameters, transaction, signature)) return { ...built, transaction, signature };
    parameters.onExpired?.();
  }
  return fail(TRANSACTION_NOT_LANDED, { attempts });
}

/**
 * Hands a signed transaction over until it has landed. False when it cannot land any more. Errors: the program's own, or
 * SIMULATION_FAILED, when it failed on chain; TRANSACTION_NOT_KNOWN when the signal was aborted, or the chain is stuck, before
 * that is known.
 */
export async function hasLanded(
  { chain, programs, sleep, signal }: Pick<SendParameters, 'chain' | 'programs' | 'sleep' | 'signal'>,
  transaction: Transaction,
  signature: string,
): Promise<boolean> {
  // A question that fails, or is not answered in time, says nothing of the transaction.
  const asked = <T>(question: () => Promise<T>): Promise<T | null> => untilAborted(question, signal).catch(() => null);
  for (let poll = 0; poll < MOST_POLLS && !signal?.aborted; poll++) {
    if (poll % RESEND === 0) await asked(() => chain.send(transaction));
    const ended =
      (await asked(() => chain.status(signature))) ??
      (await lastLook(chain, transaction.message.blockhash, signature, asked));
    if (ended === false) return false;
    if (ended !== null) {
      if (ended.error === null) return true;
      throw (
        errorFromLogs(ended.logs, programs, { signature }) ??
        errorOf(SIMULATION_FAILED, { problem: 'transaction', signature, error: ended.error, logs: ended.logs })
      );
    }
    await untilAborted(() => sleep(POLL), signal).catch((error: unknown) => {
      if (!signal?.aborted) throw error;
    });
  }
  return fail(TRANSACTION_NOT_KNOWN, { signature });
}

/** `false`: the blockhash has expired. It may have landed just before that, so its status is asked for once more afterwards; without an answer to that nothing is known. */
async function lastLook(
  chain: SendingChain,
  blockhash: string,
  signature: string,
  asked: <T>(question: () => Promise<T>) => Promise<T | null>,
): Promise<TransactionStatus | false> {
  if ((await asked(() => chain.isBlockhashValid(blockhash))) !== false) return null;
  return asked(async () => (await chain.status(signature)) ?? false);
}
