import type { Address } from '../address/address.js';

/** The accounts that a message takes from one lookup table, as indices into it. */
export interface TableLookup {
  readonly table: Address;
  readonly writable: readonly number[];
  readonly readonly: readonly number[];
}

export interface CompiledInstruction {
  readonly programIndex: number;
  /** Indices into the message's own accounts, then the writable looked-up accounts, then the read-only ones. */
  readonly accountIndexes: readonly number[];
  readonly data: Uint8Array;
}

/**
 * The compute budget in a message of version 1; other versions have instructions for it. An absent setting counts as 0,
 * without a default.
 */
export interface MessageConfig {
  /** For the whole transaction, lamports. */
  readonly priorityFeeLamports?: bigint;
  readonly computeUnitLimit?: number;
  /** Bytes of all accounts together. */
  readonly loadedAccountsDataSizeLimit?: number;
  /** Bytes. */
  readonly heapSize?: number;
}

/** The part of a transaction that is signed. */
export interface Message {
  /** Only version 0 supports lookup tables. */
  readonly version: 'legacy' | 0 | 1;
  /** Only present in version 1, and always present there. */
  readonly config?: MessageConfig;
  /**
   * The first `signers` accounts sign. The last `readonlySigners` of them, and the last `readonlyOthers` of all
   * accounts, are read-only.
   */
  readonly header: { readonly signers: number; readonly readonlySigners: number; readonly readonlyOthers: number };
  readonly accounts: readonly Address[];
  /** Base58. */
  readonly blockhash: string;
  readonly instructions: readonly CompiledInstruction[];
  readonly lookups: readonly TableLookup[];
}
