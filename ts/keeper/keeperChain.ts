import type { PublicKey, VersionedTransaction } from '@solana/web3.js';
import type { Chain } from '../program/index.js';

/** An account of a program, found by a part of its bytes. */
export interface FoundAccount {
  readonly address: PublicKey;
  readonly data: Uint8Array;
}

/** Bytes that accounts have at an offset. */
export interface AccountFilter {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** What became of a transaction; `null` while the chain knows nothing of it. */
export type TransactionStatus = { readonly error: unknown; readonly logs: readonly string[] } | null;

/** A chain as the keeper needs it. */
export interface KeeperChain extends Chain {
  accountsOf(program: PublicKey, filters: readonly AccountFilter[]): Promise<readonly FoundAccount[]>;
  /** Hands a signed transaction to the network. That it was taken says nothing yet; the same one may be handed over again. */
  send(transaction: VersionedTransaction): Promise<void>;
  /** @param signature Base58. */
  status(signature: string): Promise<TransactionStatus>;
  /** False once no transaction with this blockhash can land any more. */
  isBlockhashValid(blockhash: string): Promise<boolean>;
  /** What transactions that wrote these accounts have paid lately, micro-lamports per compute unit. */
  recentFees(writable: readonly PublicKey[]): Promise<readonly number[]>;
  lamports(address: PublicKey): Promise<number>;
  /** Calls back when an account of the program changes; gives what ends it. Changes may be missed. */
  watch(program: PublicKey, filters: readonly AccountFilter[], onChange: () => void): () => void;
}
