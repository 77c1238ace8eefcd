import { base58 } from '@scure/base';
import type { Keypair, TransactionInstruction, VersionedTransaction } from '@solana/web3.js';
import { fail, LinesmanError } from '../../error/index.js';
import { errorFromLogs } from '../errorFromLogs.js';
import type { ProgramIds } from '../programId.js';
import type { SendingChain } from '../sendingChain.js';
import { type BuiltTransaction, buildTransaction } from './build.js';

/** ms between two looks at a transaction's status. */
const POLL = 500;
/** Looks between two times that the same transaction is handed over again. */
const RESEND = 4;
/** Looks before a chain whose blockhashes never expire counts as stuck. */
const MOST_POLLS = 600;

export interface SendParameters {
  readonly chain: SendingChain;
  readonly programs: ProgramIds;
  readonly payer: Keypair;
  /** Who signs besides the payer. */
  readonly signers?: readonly Keypair[];
  readonly instructions: readonly TransactionInstruction[];
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
}

export interface SentTransaction extends BuiltTransaction {
  /** Base58; `null` when it was kept back. */
  readonly signature: string | null;
}

/**
 * Builds (and so simulates), signs and sends a transaction, and waits until it has landed. When its blockhash expires first, it is built
 * anew, with a new simulation: what another sender has done in the meantime is seen there.
 *
 * Errors: those of `buildTransaction`; the program's own, or 7021, when it failed on chain; 7029 when no attempt landed.
 */
export async function sendTransaction(parameters: SendParameters): Promise<SentTransaction> {
  const { chain, programs, payer, signers = [], instructions, attempts = 5, microLamportsPerUnit = 0n } = parameters;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const built = await buildTransaction({
      chain,
      programs,
      payer: payer.publicKey,
      instructions,
      microLamportsPerUnit,
    });
    if (parameters.beforeSend?.(built) === false) return { ...built, signature: null };
    built.transaction.sign([payer, ...signers]);
    const signature = base58.encode(built.transaction.signatures[0] ?? new Uint8Array());
    if (await hasLanded(parameters, built.transaction, signature)) return { ...built, signature };
    parameters.onExpired?.();
  }
  return fail(7029, { message: `The transaction did not land in ${attempts} attempts.`, attempts });
}

/**
 * Hands a signed transaction over until it has landed. False when it cannot land any more. Errors: the program's own, or 7021, when it
 * failed on chain.
 */
export async function hasLanded(
  { chain, programs, sleep }: Pick<SendParameters, 'chain' | 'programs' | 'sleep'>,
  transaction: VersionedTransaction,
  signature: string,
): Promise<boolean> {
  for (let poll = 0; poll < MOST_POLLS; poll++) {
    // Neither a failure to hand it over nor one to ask says whether it is on its way.
    if (poll % RESEND === 0) await chain.send(transaction).catch(() => {});
    const status = await chain.status(signature).catch(() => null);
    const ended = status ?? (await lastLook(chain, transaction.message.recentBlockhash, signature));
    if (ended === false) return false;
    if (ended !== null) {
      if (ended.error === null) return true;
      throw (
        errorFromLogs(ended.logs, programs, { signature }) ??
        new LinesmanError(7021, {
          message: `Transaction ${signature} failed: ${JSON.stringify(ended.error)}.`,
          logs: ended.logs,
        })
      );
    }
    await sleep(POLL);
  }
  return false;
}

/** `false`: the blockhash has expired. It may have landed just before that, so its status is asked for once more afterwards. */
async function lastLook(chain: SendingChain, blockhash: string, signature: string) {
  const isValid = await chain.isBlockhashValid(blockhash).catch(() => true);
  return isValid ? null : ((await chain.status(signature).catch(() => null)) ?? false);
}
