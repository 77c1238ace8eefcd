import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SEED } from '../../../tests/helpers/arbitraryBatch.js';
import { bytesToHex, hexToBytes } from '../format/hex.js';
import { hexBytes } from './hexBytes.js';

const libraryBytes = (text: string): Uint8Array | undefined => {
  try {
    return hexToBytes(text);
  } catch {
    return undefined;
  }
};

test('decodes what the library encodes, of either case', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const digits = bytesToHex(bytes);
      expect(hexBytes(digits)).toEqual(bytes);
      expect(hexBytes(digits.toUpperCase())).toEqual(bytes);
    }),
    { seed: SEED },
  );
});

test('accepts and refuses the same text as the library', () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEFgG xX+-.\n') }));
  fc.assert(
    fc.property(text, (given) => {
      expect(hexBytes(given)).toEqual(libraryBytes(given));
    }),
    { seed: SEED },
  );
  for (const given of ['', '0', '0x', '+1', '-1', '1.', ' 1', '1 ', '1e', '00\n', 'ｆｆ'])
    expect([given, hexBytes(given)]).toEqual([given, libraryBytes(given)]);
});
