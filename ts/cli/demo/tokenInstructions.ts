import { type PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { ASSOCIATED_TOKEN_PROGRAM_ID, associatedTokenAddress, TOKEN_PROGRAM_ID } from '../../program/index.js';

/** Bytes of a mint account of the token program. */
export const MINT_SIZE = 82;

/** Makes an account a mint, without a freeze authority. */
export const initializeMint = (mint: PublicKey, decimals: number, authority: PublicKey): TransactionInstruction =>
  new TransactionInstruction({
    programId: TOKEN_PROGRAM_ID,
    keys: [{ pubkey: mint, isSigner: false, isWritable: true }],
    // InitializeMint2: decimals, mint authority, no freeze authority.
    data: Buffer.from([20, decimals, ...authority.toBytes(), 0]),
  });

/** Mints base units to the associated token account of `owner`. */
export function mintTo(
  mint: PublicKey,
  owner: PublicKey,
  authority: PublicKey,
  amount: bigint,
): TransactionInstruction {
  const data = Buffer.alloc(9);
  data.writeUInt8(7);
  data.writeBigUInt64LE(amount, 1);
  return new TransactionInstruction({
    programId: TOKEN_PROGRAM_ID,
    keys: [
      { pubkey: mint, isSigner: false, isWritable: true },
      { pubkey: associatedTokenAddress(mint, owner, TOKEN_PROGRAM_ID), isSigner: false, isWritable: true },
      { pubkey: authority, isSigner: true, isWritable: false },
    ],
    data,
  });
}

/** Makes the associated token account of `owner`. */
export const createTokenAccount = (mint: PublicKey, owner: PublicKey, payer: PublicKey): TransactionInstruction =>
  new TransactionInstruction({
    programId: ASSOCIATED_TOKEN_PROGRAM_ID,
    keys: [
      { pubkey: payer, isSigner: true, isWritable: true },
      { pubkey: associatedTokenAddress(mint, owner, TOKEN_PROGRAM_ID), isSigner: false, isWritable: true },
      { pubkey: owner, isSigner: false, isWritable: false },
      { pubkey: mint, isSigner: false, isWritable: false },
      { pubkey: SystemProgram.programId, isSigner: false, isWritable: false },
      { pubkey: TOKEN_PROGRAM_ID, isSigner: false, isWritable: false },
    ],
    data: Buffer.alloc(0),
  });
