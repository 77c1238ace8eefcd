import type { Address } from '../../ts/sdk/program/address/address.js';
import type { AccountList } from '../../ts/sdk/program/instruction/define.js';
import type { Instruction } from '../../ts/sdk/program/instruction/instruction.js';

/** The instruction with other addresses for the named accounts. */
export const withAddresses = (
  instruction: Instruction,
  { accounts: names }: { readonly accounts: AccountList },
  replaced: Readonly<Partial<Record<string, Address>>>,
): Instruction => ({
  ...instruction,
  accounts: instruction.accounts.map(({ address, role }, place) => ({
    address: replaced[names[place]?.[0] ?? ''] ?? address,
    role,
  })),
});

/** The instruction with one address replaced. */
export const withAddressAt = (instruction: Instruction, place: number, address: Address): Instruction => ({
  ...instruction,
  accounts: instruction.accounts.map((account, i) => (i === place ? { ...account, address } : account)),
});
