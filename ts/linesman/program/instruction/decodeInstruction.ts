import { fail, INVALID_INSTRUCTION_DATA } from '../../error/index.js';
import { bytesToHex } from '../../format/hex.js';
import type { InstructionKind } from './define.js';
import { INSTRUCTIONS } from './instructions.js';

/** Instruction data, decoded: which instruction, and its arguments. */
export interface DecodedInstruction {
  readonly program: 'oracle' | 'settlement';
  /** Snake case, as in the IDL. */
  readonly name: string;
  readonly args: unknown;
}

// The two programs have no instruction name in common, so a discriminator says which program is meant.
const BY_DISCRIMINATOR: ReadonlyMap<string, InstructionKind<unknown>> = new Map(
  Object.values(INSTRUCTIONS).map((one) => [bytesToHex(one.discriminator), one as unknown as InstructionKind<unknown>]),
);

/**
 * Reads instruction data of either program. Errors: INVALID_INSTRUCTION_DATA unknown discriminator, or data that does not
 * decode, to the byte.
 */
export function decodeInstruction(data: Uint8Array): DecodedInstruction {
  if (data.length < 8) return fail(INVALID_INSTRUCTION_DATA, { problem: 'too short', bytes: data.length });
  const discriminator = bytesToHex(data.subarray(0, 8));
  const found = BY_DISCRIMINATOR.get(discriminator);
  if (!found) return fail(INVALID_INSTRUCTION_DATA, { problem: 'unknown discriminator', discriminator });
  return { program: found.program, name: found.name, args: found.decode(data) };
}
