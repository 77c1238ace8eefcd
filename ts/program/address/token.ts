import { PublicKey } from '@solana/web3.js';
import { derive } from './derived.js';

export const TOKEN_PROGRAM_ID = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const TOKEN_2022_PROGRAM_ID = new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
export const ASSOCIATED_TOKEN_PROGRAM_ID = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');

/** The token account that belongs to `owner` by its address; the owner may be a program's address. */
export const associatedTokenAddress = (mint: PublicKey, owner: PublicKey, tokenProgram: PublicKey): PublicKey =>
  derive(ASSOCIATED_TOKEN_PROGRAM_ID, owner.toBytes(), tokenProgram.toBytes(), mint.toBytes()).address;
