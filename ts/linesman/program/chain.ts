import type { Address } from './address/address.js';
import type { Transaction } from './transaction/transaction.js';

/** What a simulated transaction did. */
export interface Simulation {
  /** `null`, or what the runtime reports. */
  readonly error: unknown;
  readonly logs: readonly string[];
  /** Compute units used, up to the failure. */
  readonly unitsConsumed: number;
  readonly returnData: Uint8Array | null;
}

/** The little that building a transaction asks of a chain, so that it works over RPC and over a local runtime. */
export interface Chain {
  latestBlockhash(): Promise<string>;
  /** Runs the transaction without its signatures being checked. */
  simulate(transaction: Transaction): Promise<Simulation>;
  /** Owner and data, or `null` when there is no account. */
  account(address: Address): Promise<{ owner: Address; data: Uint8Array } | null>;
}

/** A chain that gives many accounts for one question. */
export interface AccountsChain extends Pick<Chain, 'account'> {
  /** Owners and data, `null` where there is no account, in the order of the addresses. Any number of them. */
  accounts(addresses: readonly Address[]): Promise<({ owner: Address; data: Uint8Array } | null)[]>;
}
