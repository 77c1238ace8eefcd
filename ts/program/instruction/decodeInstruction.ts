import { fail } from '../../error/index.js';
import { bytesToHex } from '../../format/hex.js';
import type { Instruction } from './define.js';
import { INSTRUCTIONS } from './instructions.js';

/** Instruction data, decoded: which instruction, and its arguments. */
export interface DecodedInstruction {
  readonly program: 'oracle' | 'settlement';
  /** Snake case, as in the IDL. */
  readonly name: string;
  readonly args: unknown;
}

// The two programs have no instruction name in common, so a discriminator says which program is meant.
const BY_DISCRIMINATOR: ReadonlyMap<string, Instruction<unknown>> = new Map(
  Object.values(INSTRUCTIONS).map((one) => [bytesToHex(one.discriminator), one as unknown as Instruction<unknown>]),
);

/** Reads instruction data of either program. Errors: 7013 (unknown discriminator; data that does not decode, to the byte). */
export function decodeInstruction(data: Uint8Array): DecodedInstruction {
  if (data.length < 8)
    return fail(7013, { message: `The instruction data has ${data.length} bytes; its discriminator alone has 8.` });
  const discriminator = bytesToHex(data.subarray(0, 8));
  const found = BY_DISCRIMINATOR.get(discriminator);
  if (!found)
    return fail(7013, {
      message: `No instruction of the oracle or the settlement program has the discriminator ${discriminator}.`,
      hint: 'Give the data of one instruction, not a transaction, starting with the discriminator.',
      discriminator,
    });
  return { program: found.program, name: found.name, args: found.decode(data) };
}
