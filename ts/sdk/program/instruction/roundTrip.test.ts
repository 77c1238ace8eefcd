import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INSTRUCTION_ARGUMENTS } from '../../../../tests/helpers/instructionArguments.js';
import { outcome } from '../../../../tests/helpers/thrown.js';
import { LinesmanError } from '../../error/linesmanError.js';
import { decodeInstruction } from '../decodeInstruction.js';
import { INSTRUCTIONS, type InstructionKey } from '../instructions.js';
import type { InstructionKind } from './define.js';

/** Bytes of the field that was added to the configuration later. Older data lacks it. */
function bytesAdded(key: InstructionKey, args: object): number {
  if (key === 'initializeConfig') return 4;
  if (key !== 'updateConfig') return Number.NaN;
  return (args as { update: { lateAfter: number | null } }).update.lateAfter === null ? 1 : 5;
}

const EVERY = Object.entries(INSTRUCTIONS) as unknown as [InstructionKey, InstructionKind<object>][];
describe.each(EVERY)('%s', (key, instruction) => {
  const args = INSTRUCTION_ARGUMENTS[key];

  it('decodes what it encodes', () => {
    fc.assert(
      fc.property(args, (value) => {
        const data = instruction.encode(value);
        expect(instruction.decode(data)).toEqual(value);
        expect(decodeInstruction(data)).toEqual({ program: instruction.program, name: instruction.name, args: value });
      }),
      { seed: 7, numRuns: 60 },
    );
  });

  it('refuses data that is too short or too long', () => {
    fc.assert(
      fc.property(
        args,
        fc.nat(255),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (value, byte, at) => {
          const data = instruction.encode(value);
          expect(outcome(() => instruction.decode(new Uint8Array([...data, byte])))).toBe(7013);
          const shorter = Math.floor(at * data.length);
          const read = outcome(() => instruction.decode(data.subarray(0, shorter)));
          expect(read).toBe(shorter === data.length - bytesAdded(key, value) ? true : 7013);
        },
      ),
      { seed: 7, numRuns: 60 },
    );
  });

  it('encodes each value in one way only', () => {
    fc.assert(
      fc.property(args, fc.nat(), fc.integer({ min: 1, max: 255 }), (value, at, flip) => {
        const data = instruction.encode(value);
        const changed = Uint8Array.from(data);
        const place = 8 + (at % Math.max(1, data.length - 8));
        if (place >= data.length) return;
        changed[place] = (changed[place] ?? 0) ^ flip;
        let read: object;
        try {
          read = instruction.decode(changed);
        } catch (error) {
          expect(error).toBeInstanceOf(LinesmanError);
          return;
        }
        expect(instruction.encode(read)).toEqual(changed);
        expect(read).not.toEqual(value);
      }),
      { seed: 7, numRuns: 60 },
    );
  });
});

describe('instruction data', () => {
  it('has the discriminators that deployed clients use', () => {
    const hex = (key: InstructionKey) => Buffer.from(INSTRUCTIONS[key].discriminator).toString('hex');
    expect(hex('validateStat')).toBe('6bc5e85abf8869b9');
    expect(hex('validateStatV4')).toBe('110bc340fa1a1bd3');
    expect(hex('subscribe')).toBe('fe1cbf8a9cb3b735');
    expect(hex('insertScoresRoot')).toBe('8927f26183cc6485');
  });

  it('names an unknown discriminator', () => {
    expect(() => decodeInstruction(new Uint8Array(8))).toThrow('discriminator 0000000000000000');
    expect(outcome(() => decodeInstruction(new Uint8Array(7)))).toBe(7013);
  });

  it('names the argument that is out of range', () => {
    const bad = () => INSTRUCTIONS.stake.encode({ outcome: 256, amount: 1n, termsHash: new Uint8Array(32) });
    expect(bad).toThrow('Argument outcome of stake is 256, not an integer from 0 to 255.');
    expect(outcome(bad)).toBe(7003);
  });
});
