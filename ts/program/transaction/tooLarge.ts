import type { TransactionInstruction } from '@solana/web3.js';
import { errorOf, type LinesmanError, TRANSACTION_TOO_LARGE } from '../../error/index.js';
import { bytesToHex } from '../../format/index.js';
import { INSTRUCTIONS } from '../instruction/instructions.js';
import type { ProgramIds } from '../programId.js';
import { TRANSACTION_LIMIT } from './size.js';

/** The name of an instruction of ours, else the address of its program. */
function nameOf(instruction: TransactionInstruction, programs: ProgramIds): string {
  const discriminator = bytesToHex(instruction.data.subarray(0, 8));
  const found = Object.values(INSTRUCTIONS).find(
    (one) => programs[one.program].equals(instruction.programId) && bytesToHex(one.discriminator) === discriminator,
  );
  return found?.name ?? instruction.programId.toBase58();
}

/** TRANSACTION_TOO_LARGE with every size that matters. */
export function tooLarge(
  size: number,
  instructions: readonly TransactionInstruction[],
  programs: ProgramIds,
): LinesmanError {
  const data = instructions.map((one) => ({ instruction: nameOf(one, programs), bytes: one.data.length }));
  return errorOf(TRANSACTION_TOO_LARGE, { size, limit: TRANSACTION_LIMIT, data });
}
