import { TRANSACTION_NOT_KNOWN } from '../error/codes/operation.js';
import { isError } from '../error/linesmanError.js';
import { type OptionRules, optional } from '../format/checkOptions.js';
import { FUNCTION, SIGNAL } from '../format/optionKinds.js';
import type { Instruction } from '../program/instruction/instruction.js';
import { hasLanded } from '../program/transaction/send.js';
import { type SignAndSendOptions, signAndSend } from '../program/transaction/signAndSend.js';
import { signatureOf, type Transaction } from '../program/transaction/transaction.js';

/** How far an action is: its signer is asked, or its transaction is submitted and may land. */
export type SendState = { readonly state: 'signing' } | { readonly state: 'sent'; readonly signature: string };

/** Options of every action that signs. */
export interface SendOptions {
  /** Called when the state of the action changes. It has landed once its promise is fulfilled. */
  readonly onState?: (state: SendState) => void;
  /**
   * Stops waiting. The promise rejects with REQUEST_ABORTED if nothing was submitted, otherwise with
   * TRANSACTION_NOT_KNOWN.
   */
  readonly signal?: AbortSignal | undefined;
}

export const SEND_OPTIONS: OptionRules<SendOptions> = { onState: optional(FUNCTION), signal: optional(SIGNAL) };

export interface Prepared<T> {
  readonly instructions: readonly Instruction[];
  readonly result: T;
}

export interface Sent<T> {
  readonly signature: string;
  readonly result: T;
}

/**
 * Signs and sends each action at most once: while one is running, or as long as it is not known whether it has landed,
 * the same action again waits for that transaction and signs no other.
 */
export class SentOnce {
  private readonly running = new Map<string, Promise<Sent<unknown>>>();
  private readonly doubtful = new Map<string, { readonly signed: Transaction; readonly result: unknown }>();

  constructor(private readonly options: Pick<SignAndSendOptions, 'chain' | 'programs' | 'signer' | 'sleep'>) {}

  /**
   * @param what The action: equal for a retry of it, and for nothing else.
   * @param prepare Checks and builds it, for each signature afresh.
   */
  send<T>(what: string, prepare: () => Promise<Prepared<T>>, how: SendOptions): Promise<Sent<T>> {
    const running = this.running.get(what) ?? this.once(what, prepare, how).finally(() => this.running.delete(what));
    this.running.set(what, running);
    return running as Promise<Sent<T>>;
  }

  private async once<T>(what: string, prepare: () => Promise<Prepared<T>>, how: SendOptions): Promise<Sent<T>> {
    const { onState, signal } = how;
    const options = { ...this.options, signal };
    const earlier = this.doubtful.get(what);
    if (earlier) {
      const signature = signatureOf(earlier.signed);
      onState?.({ state: 'sent', signature });
      const isLanded = await this.known(what, () => hasLanded(options, earlier.signed, signature));
      if (isLanded) return { signature, result: earlier.result as T };
    }
    let result: T | undefined;
    const signature = await this.known(what, () =>
      signAndSend(
        {
          ...options,
          onSigning: () => onState?.({ state: 'signing' }),
          onSigned: (signed) => {
            this.doubtful.set(what, { signed, result });
            onState?.({ state: 'sent', signature: signatureOf(signed) });
          },
        },
        async () => {
          const prepared = await prepare();
          result = prepared.result;
          return prepared.instructions;
        },
      ),
    );
    return { signature, result: result as T };
  }

  /** Forgets the transaction of an action once its outcome is known. */
  private async known<R>(what: string, work: () => Promise<R>): Promise<R> {
    try {
      const outcome = await work();
      this.doubtful.delete(what);
      return outcome;
    } catch (error) {
      if (!isError(error, TRANSACTION_NOT_KNOWN)) this.doubtful.delete(what);
      throw error;
    }
  }
}
