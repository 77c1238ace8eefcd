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

/** Size in bytes of a mint of either token program, without extensions. */
export const MINT_SIZE = 82;
/**
 * Size in bytes of a Token-2022 mint with the default-account-state extension: padded to the length of a token account,
 * then the account type and the extension.
 */
export const MINT_WITH_STATE_SIZE = 171;

const FROZEN = 2;

/**
 * Turns an account of the token program into a mint. Without a `freezeAuthority` its token accounts cannot be frozen.
 *
 * @param decimals 0 to 255; 6 for most stablecoins.
 * @param authority May mint.
 *
 * @example
 * ```ts
 * import { type Address, initializeMint } from '@linesman/sdk/program';
 *
 * declare const mint: Address; // created before, with MINT_SIZE bytes
 * declare const authority: Address;
 * const instruction = initializeMint(mint, 6, authority);
 * ```
 */
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

/**
 * Makes the token accounts of a Token-2022 mint start frozen. Goes before `initializeMint`.
 *
 * @example
 * ```ts
 * import { type Address, freezeAccountsAtFirst, initializeMint, TOKEN_2022_PROGRAM_ID } from '@linesman/sdk/program';
 *
 * declare const mint: Address; // created before, with MINT_WITH_STATE_SIZE bytes
 * declare const authority: Address;
 * const instructions = [
 *   freezeAccountsAtFirst(mint),
 *   initializeMint(mint, 6, authority, { tokenProgram: TOKEN_2022_PROGRAM_ID, freezeAuthority: authority }),
 * ];
 * ```
 */
export const freezeAccountsAtFirst = (mint: Address): Instruction => ({
  programAddress: TOKEN_2022_PROGRAM_ID,
  accounts: [{ address: mint, role: ACCOUNT_ROLE.writable }],
  // DefaultAccountStateExtension, Initialize.
  data: Uint8Array.from([28, 0, FROZEN]),
});

/**
 * Mints `amount` base units to a token account. The mint authority signs. Errors: INVALID_NUMBER when `amount` is not a
 * u64.
 *
 * @example
 * ```ts
 * import { type Address, associatedTokenAddress, mintTo, TOKEN_PROGRAM_ID } from '@linesman/sdk/program';
 *
 * declare const mint: Address;
 * declare const owner: Address;
 * declare const authority: Address;
 * const account = associatedTokenAddress(mint, owner, TOKEN_PROGRAM_ID);
 * const instruction = mintTo(mint, account, authority, 5_000_000n); // 5 tokens of a mint with 6 decimals
 * ```
 */
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

/**
 * Creates the associated token account of `owner`; does nothing when it exists. The payer signs.
 *
 * @example
 * ```ts
 * import { type Address, createTokenAccount } from '@linesman/sdk/program';
 *
 * declare const mint: Address;
 * declare const owner: Address;
 * declare const payer: Address;
 * const instruction = createTokenAccount(mint, owner, payer);
 * ```
 */
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

/**
 * Mints `amount` base units to the associated token account of `owner`, and creates the account if needed. The issuer
 * pays and signs. Errors: those of `mintTo`.
 *
 * @example
 * ```ts
 * import { type Address, issueTokens } from '@linesman/sdk/program';
 *
 * declare const mint: Address;
 * declare const owner: Address;
 * declare const issuer: Address;
 * const instructions = issueTokens(mint, owner, issuer, 1_000_000n);
 * ```
 */
export const issueTokens = (
  mint: Address,
  owner: Address,
  issuer: Address,
  amount: bigint,
  tokenProgram = TOKEN_PROGRAM_ID,
): Instruction[] => [
  createTokenAccount(mint, owner, issuer, tokenProgram),
  mintTo(mint, associatedTokenAddress(mint, owner, tokenProgram), issuer, amount, tokenProgram),
];
