import type { Address } from './address/address.js';
import type { Transaction } from './transaction/transaction.js';

/** The result of simulating a transaction. */
export interface Simulation {
  /** `null` on success, otherwise the runtime's error. */
  readonly error: unknown;
  readonly logs: readonly string[];
  /** Compute units used, up to the failure if there was one. */
  readonly unitsConsumed: number;
  readonly returnData: Uint8Array | null;
  /** Bytes of all accounts that it loaded; absent when the chain does not say. */
  readonly loadedBytes?: number;
}

/**
 * The operations of a chain for building a transaction. Small on purpose, so that both an RPC node and an in-process
 * runtime can provide it.
 */
export interface Chain {
  latestBlockhash(): Promise<string>;
  /** Runs the transaction without verifying its signatures. */
  simulate(transaction: Transaction): Promise<Simulation>;
  /** Owner and data of the account; `null` when it does not exist. */
  account(address: Address): Promise<{ owner: Address; data: Uint8Array } | null>;
  /** Whether it takes transactions of version 1, up to 4,096 bytes. Without this, it does not. */
  takesVersion1?(): Promise<boolean>;
}

/** A chain that reads many accounts in one call. */
export interface AccountsChain extends Pick<Chain, 'account'> {
  /**
   * Owner and data of each account, in the order of `addresses`; `null` for one that does not exist. Any number of
   * addresses.
   */
  accounts(addresses: readonly Address[]): Promise<({ owner: Address; data: Uint8Array } | null)[]>;
}
