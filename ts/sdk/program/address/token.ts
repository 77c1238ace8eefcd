import { type Address, address, addressBytes } from './address.js';
import { programAddress } from './programAddress.js';

export const TOKEN_PROGRAM_ID: Address = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const TOKEN_2022_PROGRAM_ID: Address = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
export const ASSOCIATED_TOKEN_PROGRAM_ID: Address = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');

/**
 * The associated token account of `owner`, a wallet or a PDA, for a mint.
 *
 * @param tokenProgram The program that owns the mint: it is one of the seeds.
 *
 * @example
 * ```ts
 * import { type Address, associatedTokenAddress, TOKEN_PROGRAM_ID } from '@linesman/sdk/program';
 *
 * declare const mint: Address;
 * declare const owner: Address;
 * const account = associatedTokenAddress(mint, owner, TOKEN_PROGRAM_ID);
 * ```
 */
export const associatedTokenAddress = (mint: Address, owner: Address, tokenProgram: Address): Address =>
  programAddress(ASSOCIATED_TOKEN_PROGRAM_ID, addressBytes(owner), addressBytes(tokenProgram), addressBytes(mint))
    .address;
