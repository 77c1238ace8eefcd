import type { Chain } from './chain.js';
import type { Transaction } from './transaction/transaction.js';

/** The outcome of a transaction; `null` while the chain does not know it. */
export type TransactionStatus = {
  /** `null` on success. */
  readonly error: unknown;
  /** Those of a failure; `null` when they are not available from this node. Empty on success. */
  readonly logs: readonly string[] | null;
} | null;

/** A chain that accepts transactions. */
export interface SendingChain extends Chain {
  /** Submits a signed transaction. Success means only that the node accepted it; submitting it again is harmless. */
  send(transaction: Transaction): Promise<void>;
  /**
   * A node without transaction history knows only the transactions of the last 300 slots, which may be a minute. It
   * rejects when the node may have forgotten a transaction that it was asked for before.
   *
   * @param signature Base58.
   */
  status(signature: string): Promise<TransactionStatus>;
  /** False once no transaction with this blockhash can land. */
  isBlockhashValid(blockhash: string): Promise<boolean>;
}

/** A blockhash for new transactions. */
export interface RecentBlockhash {
  /** Base58. */
  readonly blockhash: string;
  /** The last block height at which a transaction with it can land. */
  readonly lastValidBlockHeight: number;
}

/** A chain that answers for many transactions at once, as an `Outbox` needs it. */
export interface OutboxChain extends SendingChain {
  recentBlockhash(): Promise<RecentBlockhash>;
  /** The height of the last confirmed block. */
  blockHeight(): Promise<number>;
  /**
   * Statuses in the order of `signatures`, of which there may be any number. May know only those of the last 300
   * slots, unlike `status`.
   */
  statuses(signatures: readonly string[]): Promise<readonly TransactionStatus[]>;
}
