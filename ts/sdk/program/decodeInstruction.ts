import { INVALID_INSTRUCTION_DATA } from '../error/codes/library.js';
import { fail } from '../error/linesmanError.js';
import { bytesToHex } from '../format/hex.js';
import type { InstructionKind } from './instruction/define.js';
import { INSTRUCTIONS } from './instructions.js';

/** An instruction recognized by its discriminator, with its arguments. */
export interface DecodedInstruction {
  readonly program: 'oracle' | 'settlement';
  /** Snake case, as in the IDL. */
  readonly name: string;
  readonly args: unknown;
}

// No two instructions of the two programs share a name, so the discriminator also identifies the program.
const BY_DISCRIMINATOR: ReadonlyMap<string, InstructionKind<unknown>> = new Map(
  Object.values(INSTRUCTIONS).map((one) => [bytesToHex(one.discriminator), one as unknown as InstructionKind<unknown>]),
);

const DISCRIMINATOR = 8;

/** Whether bytes begin with the discriminator of an instruction of either program. */
export const beginsAsInstruction = (data: Uint8Array): boolean =>
  BY_DISCRIMINATOR.has(bytesToHex(data.subarray(0, DISCRIMINATOR)));

/**
 * Decodes the instruction data of either program.
 *
 * Errors: INVALID_INSTRUCTION_DATA for an unknown discriminator, or data that does not decode to its last byte.
 *
 * @example
 * ```ts
 * import { decodeInstruction, type Instruction } from '@linesman/sdk/program';
 *
 * declare const instruction: Instruction;
 * const { program, name, args } = decodeInstruction(instruction.data);
 * console.log(`${program} ${name}`, args); // e.g. settlement stake { outcome: 0, amount: 5000000n, … }
 * ```
 */
export function decodeInstruction(data: Uint8Array): DecodedInstruction {
  if (data.length < DISCRIMINATOR) return fail(INVALID_INSTRUCTION_DATA, { problem: 'too short', bytes: data.length });
  const discriminator = bytesToHex(data.subarray(0, DISCRIMINATOR));
  const found = BY_DISCRIMINATOR.get(discriminator);
  if (!found) return fail(INVALID_INSTRUCTION_DATA, { problem: 'unknown discriminator', discriminator });
  return { program: found.program, name: found.name, args: found.decode(data) };
}
