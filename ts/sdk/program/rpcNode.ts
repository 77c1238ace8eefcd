import type { Address } from './address/address.js';
import type { AccountsChain } from './chain.js';
import type { OutboxChain } from './sendingChain.js';

/** An account found by its program and some of its bytes. */
export interface ProgramAccount {
  readonly address: Address;
  readonly data: Uint8Array;
}

/** A filter: the bytes that an account must have at an offset. */
export interface BytesAt {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** A transaction that landed, as the node stores it. */
export interface LandedTransaction {
  /** `null` when the node keeps no metadata and does not know the outcome. Without logs when the node has none. */
  readonly meta: { readonly err: unknown; readonly logMessages: readonly string[] | null } | null;
  /** Unix seconds of its block; `null` when the node does not know it. */
  readonly blockTime: number | null;
  readonly signers: readonly Address[];
  /** The top-level instructions. */
  readonly instructions: readonly LandedInstruction[];
}

export interface LandedInstruction {
  readonly programAddress: Address;
  /** `null` for an account from a lookup table that the node does not resolve. */
  readonly accounts: readonly (Address | null)[];
  /** Base58; `null` when the node returned the instruction parsed. */
  readonly data: string | null;
}

/** An RPC node, with every method that this project uses. */
export interface RpcNode extends OutboxChain, AccountsChain {
  /** Accounts of the program that match all filters. */
  accountsOf(program: Address, filters: readonly BytesAt[]): Promise<readonly ProgramAccount[]>;
  /** Priority fees of recent transactions that wrote these accounts, in micro-lamports per compute unit. */
  recentFees(writable: readonly Address[]): Promise<readonly number[]>;
  /** The balance of an account, 0 when it does not exist. */
  lamports(address: Address): Promise<bigint>;
  /**
   * Calls back when a matching account of the program changes; may miss changes. Returns the function that stops it.
   */
  watch(program: Address, filters: readonly BytesAt[], onChange: () => void): () => void;
  /** The token accounts of an owner under one token program. */
  tokenAccounts(owner: Address, tokenProgram: Address): Promise<readonly ProgramAccount[]>;
  /** The rent-exempt minimum for an account of this size, in lamports. */
  rent(bytes: number): Promise<number>;
  /** Requests lamports on a test chain and returns the signature. Errors: NO_FAUCET when the chain gives none. */
  airdrop(address: Address, lamports: number): Promise<string>;
  /**
   * The transaction with this signature; `null` until it has landed. Errors: UNKNOWN_TRANSACTION_VERSION for a version
   * above 1.
   */
  transaction(signature: string): Promise<LandedTransaction | null>;
  slot(): Promise<number>;
}
