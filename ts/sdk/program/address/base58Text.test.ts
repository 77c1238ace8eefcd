import { base58 } from '@scure/base';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SEED } from '../../../../tests/helpers/arbitraryBatch.js';
import { base58Text } from './base58Text.js';

test('encodes as the library does, leading zeros included', () => {
  fc.assert(
    fc.property(fc.nat({ max: 40 }), fc.uint8Array({ maxLength: 70 }), (front, rest) => {
      const bytes = Uint8Array.from([...new Uint8Array(front), ...rest]);
      expect(base58Text(bytes)).toBe(base58.encode(bytes));
    }),
    { seed: SEED, numRuns: 1_000 },
  );
  for (const byte of Array(256).keys())
    expect(base58Text(Uint8Array.of(byte))).toBe(base58.encode(Uint8Array.of(byte)));
});
