import { base58 } from '@scure/base';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SEED } from '../../../tests/helpers/arbitraryBatch.js';
import { base58Bytes } from './base58Bytes.js';

function byLibrary(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(base58.decode(text));
  } catch {
    return undefined;
  }
}

test('decodes what the library encodes, leading zeros included', () => {
  const zeros = fc.nat({ max: 40 });
  fc.assert(
    fc.property(zeros, fc.uint8Array({ maxLength: 70 }), (front, rest) => {
      const bytes = Uint8Array.from([...new Uint8Array(front), ...rest]);
      expect(base58Bytes(base58.encode(bytes))).toEqual(bytes);
    }),
    { seed: SEED, numRuns: 2_000 },
  );
});

test('accepts and refuses the same text as the library', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 90 }),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({
      unit: fc.constantFrom(...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'),
      maxLength: 90,
    }),
  );
  fc.assert(
    fc.property(text, (given) => {
      expect(base58Bytes(given)).toEqual(byLibrary(given));
    }),
    { seed: SEED, numRuns: 3_000 },
  );
  for (let code = 0; code < 300; code++) {
    const given = `1a${String.fromCharCode(code)}z`;
    expect([code, base58Bytes(given)]).toEqual([code, byLibrary(given)]);
  }
});
