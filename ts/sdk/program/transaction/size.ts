import { encodeMessage, lengthPrefix } from './message.js';
import type { Message } from './messageForm.js';

/** The most bytes of a transaction on the network, including signatures: a legacy one, or one of version 0. */
export const TRANSACTION_LIMIT = 1232;
/** The same in version 1. */
export const TRANSACTION_LIMIT_V1 = 4_096;

/** The most bytes of a transaction with a message of this version. */
export const limitOf = (version: Message['version']): number =>
  version === 1 ? TRANSACTION_LIMIT_V1 : TRANSACTION_LIMIT;

/**
 * The size in bytes of a transaction with this message and all its signatures. May exceed the limit.
 *
 * @example
 * ```ts
 * import { type Message, TRANSACTION_LIMIT, transactionSize } from '@linesman/sdk/program';
 *
 * declare const message: Message;
 * const fits = transactionSize(message) <= TRANSACTION_LIMIT;
 * ```
 */
export function transactionSize(message: Message): number {
  const { signers } = message.header;
  const prefix = message.version === 1 ? 0 : lengthPrefix(signers).length;
  return prefix + 64 * signers + encodeMessage(message).length;
}
