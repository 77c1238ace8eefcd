import { TRANSACTION_TOO_LARGE } from '../../error/codes/library.js';
import { errorOf, type LinesmanError } from '../../error/linesmanError.js';
import { equalBytes } from '../../format/hash.js';
import { definedInstructions } from '../instruction/define.js';
import type { Instruction } from '../instruction/instruction.js';
import type { ProgramIds } from '../programId.js';

/** The name of one of our instructions, otherwise the address of its program. */
function nameOf(instruction: Instruction, programs: ProgramIds): string {
  const discriminator = instruction.data.subarray(0, 8);
  const found = definedInstructions().find(
    (one) => programs[one.program] === instruction.programAddress && equalBytes(one.discriminator, discriminator),
  );
  return found?.name ?? instruction.programAddress;
}

/** TRANSACTION_TOO_LARGE with the size of each instruction's data. */
export function tooLarge(
  size: number,
  instructions: readonly Instruction[],
  programs: ProgramIds,
  limit: number,
): LinesmanError {
  const data = instructions.map((one) => ({ instruction: nameOf(one, programs), bytes: one.data.length }));
  return errorOf(TRANSACTION_TOO_LARGE, { size, limit, data });
}
