import type { Chain } from './chain.js';
import type { Transaction } from './transaction/transaction.js';

/** The outcome of a transaction; `null` while the chain does not know it. */
export type TransactionStatus = { readonly error: unknown; readonly logs: readonly string[] } | null;

/** A chain that accepts transactions. */
export interface SendingChain extends Chain {
  /** Submits a signed transaction. Success means only that the node accepted it; submitting it again is harmless. */
  send(transaction: Transaction): Promise<void>;
  /** @param signature Base58. */
  status(signature: string): Promise<TransactionStatus>;
  /** False once no transaction with this blockhash can land. */
  isBlockhashValid(blockhash: string): Promise<boolean>;
}
