import type { Address } from '../../../ts/sdk/program/address/address.js';
import {
  type AccountMeta,
  type Instruction,
  isSigner,
  isWritable,
  roleOf,
} from '../../../ts/sdk/program/instruction/instruction.js';

interface Role {
  readonly signer: boolean;
  readonly writable: boolean;
}

/** The instruction with `change` applied to each account. */
export const withRoles = (
  instruction: Instruction,
  change: (account: AccountMeta, place: number) => Partial<Role>,
): Instruction => ({
  ...instruction,
  accounts: instruction.accounts.map((account, place) => {
    const role = { signer: isSigner(account), writable: isWritable(account), ...change(account, place) };
    return { address: account.address, role: roleOf(role) };
  }),
});

/** The instruction with these accounts as signers wherever they occur. */
export const alsoSignedBy = (
  instruction: Instruction,
  signers: readonly { readonly address: Address }[],
): Instruction =>
  withRoles(instruction, ({ address }) => (signers.some((one) => one.address === address) ? { signer: true } : {}));

/** The instruction without this signer; without an argument, with no signers at all. */
export const unsignedBy = (instruction: Instruction, signer?: Address): Instruction =>
  withRoles(instruction, ({ address }) => (signer === undefined || address === signer ? { signer: false } : {}));
