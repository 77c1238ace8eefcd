import { type Address, address, addressBytes } from './address.js';
import { programAddress } from './programAddress.js';

export const TOKEN_PROGRAM_ID: Address = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const TOKEN_2022_PROGRAM_ID: Address = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
export const ASSOCIATED_TOKEN_PROGRAM_ID: Address = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');

/** The token account that belongs to `owner` by its address; the owner may be a program's address. */
export const associatedTokenAddress = (mint: Address, owner: Address, tokenProgram: Address): Address =>
  programAddress(ASSOCIATED_TOKEN_PROGRAM_ID, addressBytes(owner), addressBytes(tokenProgram), addressBytes(mint))
    .address;
