import type { Address, SendingChain } from '../program/index.js';

/** An account of a program, found by a part of its bytes. */
export interface FoundAccount {
  readonly address: Address;
  readonly data: Uint8Array;
}

/** Bytes that accounts have at an offset. */
export interface AccountFilter {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** A chain as the keeper needs it. */
export interface KeeperChain extends SendingChain {
  accountsOf(program: Address, filters: readonly AccountFilter[]): Promise<readonly FoundAccount[]>;
  /** What transactions that wrote these accounts have paid lately, micro-lamports per compute unit. */
  recentFees(writable: readonly Address[]): Promise<readonly number[]>;
  lamports(address: Address): Promise<number>;
  /** Calls back when an account of the program changes; gives what ends it. Changes may be missed. */
  watch(program: Address, filters: readonly AccountFilter[], onChange: () => void): () => void;
}
