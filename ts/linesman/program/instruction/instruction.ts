import type { Address } from '../address/address.js';

/** What the runtime is told of an account; the numbers are those of `@solana/kit`. */
export const ACCOUNT_ROLE = { readonly: 0, writable: 1, readonlySigner: 2, writableSigner: 3 } as const;
export type AccountRole = (typeof ACCOUNT_ROLE)[keyof typeof ACCOUNT_ROLE];

/** An account that an instruction names. */
export interface AccountMeta {
  readonly address: Address;
  readonly role: AccountRole;
}

/** An instruction for a transaction, in the shape of `@solana/kit`. */
export interface Instruction {
  readonly programAddress: Address;
  readonly accounts: readonly AccountMeta[];
  readonly data: Uint8Array;
}

export const isSigner = ({ role }: Pick<AccountMeta, 'role'>): boolean => (role & 2) !== 0;
export const isWritable = ({ role }: Pick<AccountMeta, 'role'>): boolean => (role & 1) !== 0;

export const roleOf = (is: { readonly signer: boolean; readonly writable: boolean }): AccountRole =>
  ((is.signer ? 2 : 0) | (is.writable ? 1 : 0)) as AccountRole;
