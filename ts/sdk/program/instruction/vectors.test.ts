import { describe, expect, it } from 'vitest';
import { outcome } from '../../../../tests/helpers/thrown.js';
import { readCorpus } from '../../../../tests/vectors/corpus.js';
import { hexToBytes } from '../../format/hex.js';
import { decodeInstruction } from '../decodeInstruction.js';
import { INSTRUCTIONS } from '../instructions.js';
import type { InstructionKind } from './define.js';

const VECTORS = readCorpus();
const BY_NAME = new Map(
  Object.values(INSTRUCTIONS).map((one) => [one.name, one as unknown as InstructionKind<unknown>]),
);

describe('instruction data of the test vectors', () => {
  it.each(VECTORS.map((vector) => [vector.name, vector] as const))(
    '%s',
    (_, { instruction, data, expect: expected }) => {
      const bytes = hexToBytes(data);
      const codec = BY_NAME.get(instruction);
      if (!codec) throw new Error(`there is no instruction ${instruction}`);
      if ('error' in expected.host && expected.host.error === 102) {
        expect(outcome(() => codec.decode(bytes))).toBe(7013);
        return;
      }
      let decoded: ReturnType<typeof decodeInstruction>;
      try {
        decoded = decodeInstruction(bytes);
      } catch (error) {
        // The chain decodes all 64 bits. Here they are numbers, which is enough for every time and fixture id.
        expect((error as Error).message).toContain('within 2^53');
        return;
      }
      expect(decoded.name).toBe(instruction);
      expect(codec.encode(decoded.args)).toEqual(bytes);
    },
  );

  it('is not empty', () => {
    expect(VECTORS.length).toBeGreaterThan(20);
  });
});
