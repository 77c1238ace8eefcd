import { type PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  associatedTokenAddress,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '../../program/index.js';

/** Bytes of a mint account of the token program. */
export const MINT_SIZE = 82;
/** Bytes of a mint of the Token-2022 program whose accounts begin in a state of their own: up to a token account's length, a type, one extension. */
export const MINT_WITH_STATE_SIZE = 171;

const FROZEN = 2;

/** Makes an account a mint; nobody may freeze unless `freezeAuthority` is given. */
export const initializeMint = (
  mint: PublicKey,
  decimals: number,
  authority: PublicKey,
  { tokenProgram = TOKEN_PROGRAM_ID, freezeAuthority }: { tokenProgram?: PublicKey; freezeAuthority?: PublicKey } = {},
): TransactionInstruction =>
  new TransactionInstruction({
    programId: tokenProgram,
    keys: [{ pubkey: mint, isSigner: false, isWritable: true }],
    // InitializeMint2: decimals, mint authority, and perhaps a freeze authority.
    data: Buffer.from([
      20,
      decimals,
      ...authority.toBytes(),
      ...(freezeAuthority ? [1, ...freezeAuthority.toBytes()] : [0]),
    ]),
  });

/** Accounts of this mint begin frozen; comes before the mint is initialised. */
export const freezeAccountsAtFirst = (mint: PublicKey): TransactionInstruction =>
  new TransactionInstruction({
    programId: TOKEN_2022_PROGRAM_ID,
    keys: [{ pubkey: mint, isSigner: false, isWritable: true }],
    // The extension for the default state of accounts, Initialize.
    data: Buffer.from([28, 0, FROZEN]),
  });

/** Mints base units to a token account. */
export function mintTo(
  mint: PublicKey,
  account: PublicKey,
  authority: PublicKey,
  amount: bigint,
  tokenProgram = TOKEN_PROGRAM_ID,
): TransactionInstruction {
  const data = Buffer.alloc(9);
  data.writeUInt8(7);
  data.writeBigUInt64LE(amount, 1);
  return new TransactionInstruction({
    programId: tokenProgram,
    keys: [
      { pubkey: mint, isSigner: false, isWritable: true },
      { pubkey: account, isSigner: false, isWritable: true },
      { pubkey: authority, isSigner: true, isWritable: false },
    ],
    data,
  });
}

/** Makes the associated token account of `owner` unless it is there. */
export const createTokenAccount = (
  mint: PublicKey,
  owner: PublicKey,
  payer: PublicKey,
  tokenProgram = TOKEN_PROGRAM_ID,
): TransactionInstruction =>
  new TransactionInstruction({
    programId: ASSOCIATED_TOKEN_PROGRAM_ID,
    keys: [
      { pubkey: payer, isSigner: true, isWritable: true },
      { pubkey: associatedTokenAddress(mint, owner, tokenProgram), isSigner: false, isWritable: true },
      { pubkey: owner, isSigner: false, isWritable: false },
      { pubkey: mint, isSigner: false, isWritable: false },
      { pubkey: SystemProgram.programId, isSigner: false, isWritable: false },
      { pubkey: tokenProgram, isSigner: false, isWritable: false },
    ],
    // CreateIdempotent.
    data: Buffer.from([1]),
  });
