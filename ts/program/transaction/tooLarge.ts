import type { TransactionInstruction } from '@solana/web3.js';
import { LinesmanError } from '../../error/index.js';
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

/** 7008 with every size that matters. */
export function tooLarge(
  size: number,
  instructions: readonly TransactionInstruction[],
  programs: ProgramIds,
): LinesmanError {
  const data = instructions.map((one) => ({ instruction: nameOf(one, programs), bytes: one.data.length }));
  const largest = data.reduce((a, b) => (b.bytes > a.bytes ? b : a));
  return new LinesmanError(7008, {
    message:
      `The transaction has ${size} bytes, ${size - TRANSACTION_LIMIT} more than the ${TRANSACTION_LIMIT} that fit; ` +
      `the data of ${largest.instruction} alone has ${largest.bytes}.`,
    hint: 'Prove fewer stats at once, use the multiproof form (v3), or offer a lookup table with the accounts.',
    size,
    limit: TRANSACTION_LIMIT,
    data,
  });
}
