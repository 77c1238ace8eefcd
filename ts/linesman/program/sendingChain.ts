import type { Chain } from './chain.js';
import type { Transaction } from './transaction/transaction.js';

/** What became of a transaction; `null` while the chain knows nothing of it. */
export type TransactionStatus = { readonly error: unknown; readonly logs: readonly string[] } | null;

/** A chain that transactions can be sent to. */
export interface SendingChain extends Chain {
  /** Hands a signed transaction to the network. That it was taken says nothing yet; the same one may be handed over again. */
  send(transaction: Transaction): Promise<void>;
  /** @param signature Base58. */
  status(signature: string): Promise<TransactionStatus>;
  /** False once no transaction with this blockhash can land any more. */
  isBlockhashValid(blockhash: string): Promise<boolean>;
}
