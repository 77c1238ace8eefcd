import {
  ACCOUNT_ROLE,
  type Address,
  addressBytes,
  createAccountInstruction,
  type Instruction,
  SYSTEM_PROGRAM_ID,
  transferInstruction,
} from '@linesman/sdk/program';
import { packed } from './loader.js';
import type { NewAccount, PlanChain } from './setUpStep.js';

const ASSIGN = 1;
const ALLOCATE = 8;

/** An account to create, with the rent that its address still lacks. */
export async function newAccount(
  chain: PlanChain,
  account: Omit<NewAccount, 'rent' | 'lamports'>,
): Promise<NewAccount> {
  const [rent, found] = [BigInt(await chain.rent(account.size)), await chain.lamports(account.address)];
  return { ...account, rent, lamports: found < rent ? rent - found : 0n };
}

/** The transfer of the rent that the address lacks; empty if it has enough. */
export const rentInstructions = ({ address: to, lamports }: NewAccount, from: Address): Instruction[] =>
  lamports === 0n ? [] : [transferInstruction({ from, to, lamports })];

/**
 * Creates an account at the address of a key pair, which signs. The system program's "create account" refuses an
 * address with lamports, and anyone can send lamports there. The account is then created in three parts.
 */
export function createInstructions(account: NewAccount, payer: Address): Instruction[] {
  const { address, owner, size, rent, lamports } = account;
  if (lamports === rent)
    return [createAccountInstruction({ payer, account: address, lamports: rent, space: size, owner })];
  const part = (data: Uint8Array): Instruction => ({
    programAddress: SYSTEM_PROGRAM_ID,
    accounts: [{ address, role: ACCOUNT_ROLE.writableSigner }],
    data,
  });
  return [
    ...rentInstructions(account, payer),
    part(packed(ALLOCATE, BigInt(size))),
    part(packed(ASSIGN, addressBytes(owner))),
  ];
}
