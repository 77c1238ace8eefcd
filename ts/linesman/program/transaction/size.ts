import { encodeMessage, lengthPrefix, type Message } from './message.js';

/** The most bytes of a transaction on the network, including signatures. */
export const TRANSACTION_LIMIT = 1232;

/**
 * The size in bytes of a transaction with this message and all its signatures. May exceed the limit.
 *
 * @example
 * ```ts
 * import { type Message, TRANSACTION_LIMIT, transactionSize } from 'linesman/program';
 *
 * declare const message: Message;
 * const fits = transactionSize(message) <= TRANSACTION_LIMIT;
 * ```
 */
export function transactionSize(message: Message): number {
  const { signers } = message.header;
  return lengthPrefix(signers).length + 64 * signers + encodeMessage(message).length;
}
