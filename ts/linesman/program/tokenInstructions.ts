import { type Address, addressBytes } from './address/address.js';
import { SYSTEM_PROGRAM_ID } from './address/runtime.js';
import {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  associatedTokenAddress,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from './address/token.js';
import { struct, u8, u64 } from './borsh/codec.js';
import { encodeArguments } from './instruction/encodeArguments.js';
import { ACCOUNT_ROLE, type Instruction } from './instruction/instruction.js';

const MINT_TO_DATA = struct({ kind: u8, amount: u64 });

/** Bytes of a mint account of the token program. */
export const MINT_SIZE = 82;
/** Bytes of a mint of the Token-2022 program whose accounts begin in a state of their own: up to a token account's length, a type, one extension. */
export const MINT_WITH_STATE_SIZE = 171;

const FROZEN = 2;

/** Makes an account a mint; nobody may freeze unless `freezeAuthority` is given. */
export const initializeMint = (
  mint: Address,
  decimals: number,
  authority: Address,
  { tokenProgram = TOKEN_PROGRAM_ID, freezeAuthority }: { tokenProgram?: Address; freezeAuthority?: Address } = {},
): Instruction => ({
  programAddress: tokenProgram,
  accounts: [{ address: mint, role: ACCOUNT_ROLE.writable }],
  // InitializeMint2: decimals, mint authority, and perhaps a freeze authority.
  data: Uint8Array.from([
    20,
    decimals,
    ...addressBytes(authority),
    ...(freezeAuthority ? [1, ...addressBytes(freezeAuthority)] : [0]),
  ]),
});

/** Accounts of this mint begin frozen; comes before the mint is initialised. */
export const freezeAccountsAtFirst = (mint: Address): Instruction => ({
  programAddress: TOKEN_2022_PROGRAM_ID,
  accounts: [{ address: mint, role: ACCOUNT_ROLE.writable }],
  // The extension for the default state of accounts, Initialize.
  data: Uint8Array.from([28, 0, FROZEN]),
});

/** Mints base units to a token account. */
export function mintTo(
  mint: Address,
  account: Address,
  authority: Address,
  amount: bigint,
  tokenProgram = TOKEN_PROGRAM_ID,
): Instruction {
  return {
    programAddress: tokenProgram,
    accounts: [
      { address: mint, role: ACCOUNT_ROLE.writable },
      { address: account, role: ACCOUNT_ROLE.writable },
      { address: authority, role: ACCOUNT_ROLE.readonlySigner },
    ],
    data: encodeArguments('MintTo', MINT_TO_DATA, { kind: 7, amount }),
  };
}

/** Makes the associated token account of `owner` unless it is there. */
export const createTokenAccount = (
  mint: Address,
  owner: Address,
  payer: Address,
  tokenProgram = TOKEN_PROGRAM_ID,
): Instruction => ({
  programAddress: ASSOCIATED_TOKEN_PROGRAM_ID,
  accounts: [
    { address: payer, role: ACCOUNT_ROLE.writableSigner },
    { address: associatedTokenAddress(mint, owner, tokenProgram), role: ACCOUNT_ROLE.writable },
    { address: owner, role: ACCOUNT_ROLE.readonly },
    { address: mint, role: ACCOUNT_ROLE.readonly },
    { address: SYSTEM_PROGRAM_ID, role: ACCOUNT_ROLE.readonly },
    { address: tokenProgram, role: ACCOUNT_ROLE.readonly },
  ],
  // CreateIdempotent.
  data: Uint8Array.from([1]),
});
