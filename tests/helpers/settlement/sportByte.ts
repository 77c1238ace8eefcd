import type { Instruction } from '../../../ts/sdk/program/instruction/instruction.js';
import { createMarket, postResult } from '../../../ts/sdk/program/settlement/instructions.js';

/**
 * Where the sport of an instruction lies: after discriminator, market id, oracle program, no splits, no sources,
 * `agree`, two absent options and fixture id; or after discriminator and fixture id.
 */
const PLACES = [
  [createMarket, 8 + 8 + 32 + 1 + 4 + 1 + 1 + 1 + 8],
  [postResult, 8 + 8],
] as const;

/** The instruction with this layout byte in place of that of soccer: our encoders write only those of sports. */
export function withSportByte(instruction: Instruction, byte: number): Instruction {
  const [, place] =
    PLACES.find(([{ discriminator }]) => discriminator.every((one, i) => instruction.data[i] === one)) ?? [];
  if (place === undefined || instruction.data[place] !== 1) throw new Error('no sport where it is expected');
  const data = Uint8Array.from(instruction.data);
  data[place] = byte;
  return { ...instruction, data };
}
