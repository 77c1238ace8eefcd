import type { Address } from './address/address.js';
import type { AccountsChain } from './chain.js';
import type { SendingChain } from './sendingChain.js';

/** An account of a program, found by a part of its bytes. */
export interface ProgramAccount {
  readonly address: Address;
  readonly data: Uint8Array;
}

/** Bytes that accounts have at an offset. */
export interface BytesAt {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** A transaction that landed, as far as its metadata says. */
export interface LandedTransaction {
  /** `null` where the node has no metadata. */
  readonly meta: { readonly err: unknown; readonly logMessages: readonly string[] } | null;
  /** Unix seconds of its block. */
  readonly blockTime: number | null;
  readonly signers: readonly Address[];
  /** Those of the transaction itself; without data where the node has parsed it. */
  readonly instructions: readonly LandedInstruction[];
}

export interface LandedInstruction {
  readonly programAddress: Address;
  readonly accounts: readonly Address[];
  /** Base58; `null` of an instruction that the node gives in words. */
  readonly data: string | null;
}

/** A node of a cluster, with everything that is asked of one. */
export interface RpcNode extends SendingChain, AccountsChain {
  accountsOf(program: Address, filters: readonly BytesAt[]): Promise<readonly ProgramAccount[]>;
  /** What transactions that wrote these accounts have paid lately, micro-lamports per compute unit. */
  recentFees(writable: readonly Address[]): Promise<readonly number[]>;
  lamports(address: Address): Promise<number>;
  /** Calls back when an account of the program changes; gives what ends it. Changes may be missed. */
  watch(program: Address, filters: readonly BytesAt[], onChange: () => void): () => void;
  /** Token accounts of an owner that belong to one token program. */
  tokenAccounts(owner: Address, tokenProgram: Address): Promise<readonly ProgramAccount[]>;
  /** What an account with so many bytes has to hold, in lamports. */
  rent(bytes: number): Promise<number>;
  /** Asks a test chain for lamports; gives the signature. Errors: NO_FAUCET the chain gives none away. */
  airdrop(address: Address, lamports: number): Promise<string>;
  /** A transaction that has landed; `null` while it has not. */
  transaction(signature: string): Promise<LandedTransaction | null>;
  slot(): Promise<number>;
}
