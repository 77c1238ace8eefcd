import type { Address } from '../address/address.js';

/** How an instruction uses an account. The numbers are those of `@solana/kit`. */
export const ACCOUNT_ROLE = { readonly: 0, writable: 1, readonlySigner: 2, writableSigner: 3 } as const;
export type AccountRole = (typeof ACCOUNT_ROLE)[keyof typeof ACCOUNT_ROLE];

/** An account that an instruction names. */
export interface AccountMeta {
  readonly address: Address;
  readonly role: AccountRole;
}

/** An instruction, in the shape of `@solana/kit`. */
export interface Instruction {
  readonly programAddress: Address;
  readonly accounts: readonly AccountMeta[];
  readonly data: Uint8Array;
}

/** The instruction with one more read-only account at the end. */
export const withReadonly = (instruction: Instruction, address: Address): Instruction => ({
  ...instruction,
  accounts: [...instruction.accounts, { address, role: ACCOUNT_ROLE.readonly }],
});

/**
 * Whether the account must sign.
 *
 * @example
 * ```ts
 * import { type Instruction, isSigner } from '@linesman/sdk/program';
 *
 * declare const instruction: Instruction;
 * const signers = instruction.accounts.filter(isSigner).map(({ address }) => address);
 * ```
 */
export const isSigner = ({ role }: Pick<AccountMeta, 'role'>): boolean => (role & 2) !== 0;
/**
 * Whether the instruction may write the account.
 *
 * @example
 * ```ts
 * import { type Instruction, isWritable, type RpcNode } from '@linesman/sdk/program';
 *
 * declare const node: RpcNode;
 * declare const instruction: Instruction;
 * const writable = instruction.accounts.filter(isWritable).map(({ address }) => address);
 * const fees = await node.recentFees(writable);
 * ```
 */
export const isWritable = ({ role }: Pick<AccountMeta, 'role'>): boolean => (role & 1) !== 0;

/**
 * The role of an account that signs, is written, or both.
 *
 * @example
 * ```ts
 * import { ACCOUNT_ROLE, roleOf } from '@linesman/sdk/program';
 *
 * roleOf({ signer: true, writable: false }) === ACCOUNT_ROLE.readonlySigner; // true
 * ```
 */
export const roleOf = (is: { readonly signer: boolean; readonly writable: boolean }): AccountRole =>
  ((is.signer ? 2 : 0) | (is.writable ? 1 : 0)) as AccountRole;
