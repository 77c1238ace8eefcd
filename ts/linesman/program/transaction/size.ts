import { encodeMessage, lengthPrefix, type Message } from './message.js';

/** The most bytes that the network carries in one transaction, signatures included. */
export const TRANSACTION_LIMIT = 1232;

/** The bytes of a transaction with this message and all its signatures, also of one that no network carries. */
export function transactionSize(message: Message): number {
  const { signers } = message.header;
  return lengthPrefix(signers).length + 64 * signers + encodeMessage(message).length;
}
