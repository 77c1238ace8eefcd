import { type PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { createTokenAccount } from '../../service/chain/tokenInstructions.js';
import type { Mint } from '../market/readMint.js';

/** Moves lamports from one wallet to another. */
export const sendSolInstruction = (from: PublicKey, to: PublicKey, lamports: bigint): TransactionInstruction =>
  SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports });

export interface TokenTransfer {
  readonly mint: Mint;
  /** Owns `source`, pays and signs. */
  readonly owner: PublicKey;
  readonly source: PublicKey;
  /** The wallet that gets them. */
  readonly to: PublicKey;
  /** Its token account, which is made when it is missing. */
  readonly destination: PublicKey;
  /** Base units. */
  readonly amount: bigint;
}

/** Moves tokens of either token program, and says of which mint with how many decimals: TransferChecked. */
export function sendTokenInstructions(transfer: TokenTransfer): TransactionInstruction[] {
  const { mint, owner, source, to, destination, amount } = transfer;
  const data = Buffer.alloc(10);
  data.writeUInt8(12);
  data.writeBigUInt64LE(amount, 1);
  data.writeUInt8(mint.decimals, 9);
  return [
    createTokenAccount(mint.address, to, owner, mint.tokenProgram),
    new TransactionInstruction({
      programId: mint.tokenProgram,
      keys: [
        { pubkey: source, isSigner: false, isWritable: true },
        { pubkey: mint.address, isSigner: false, isWritable: false },
        { pubkey: destination, isSigner: false, isWritable: true },
        { pubkey: owner, isSigner: true, isWritable: false },
      ],
      data,
    }),
  ];
}
