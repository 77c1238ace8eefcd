import type { Mint } from '@linesman/sdk/program';
import {
  ACCOUNT_ROLE,
  type Address,
  createTokenAccount,
  type Instruction,
  transferInstruction,
} from '@linesman/sdk/program';

/** Moves lamports from one wallet to another. */
export const sendSolInstruction = (from: Address, to: Address, lamports: bigint): Instruction =>
  transferInstruction({ from, to, lamports });

export interface TokenTransfer {
  readonly mint: Mint;
  /** Owns `source`, pays and signs. */
  readonly owner: Address;
  readonly source: Address;
  /** The wallet that gets them. */
  readonly to: Address;
  /** Its token account, which is created if missing. */
  readonly destination: Address;
  /** Base units. */
  readonly amount: bigint;
}

/** TransferChecked of either token program: moves tokens and states the mint and its decimals. */
export function sendTokenInstructions(transfer: TokenTransfer): Instruction[] {
  const { mint, owner, source, to, destination, amount } = transfer;
  const data = Buffer.alloc(10);
  data.writeUInt8(12);
  data.writeBigUInt64LE(amount, 1);
  data.writeUInt8(mint.decimals, 9);
  return [
    createTokenAccount(mint.address, to, owner, mint.tokenProgram),
    {
      programAddress: mint.tokenProgram,
      accounts: [
        { address: source, role: ACCOUNT_ROLE.writable },
        { address: mint.address, role: ACCOUNT_ROLE.readonly },
        { address: destination, role: ACCOUNT_ROLE.writable },
        { address: owner, role: ACCOUNT_ROLE.readonlySigner },
      ],
      data,
    },
  ];
}
