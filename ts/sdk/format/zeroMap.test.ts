import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SEED } from '../../../tests/helpers/arbitraryBatch.js';
import { naiveBits, naiveZeroMap } from '../../../tests/helpers/naiveOracle.js';
import { outcome } from '../../../tests/helpers/thrown.js';
import { hashOf } from './hash.js';
import { bytesToHex } from './hex.js';
import { layoutByteOf, sportOf, sportOfLayout } from './sport.js';
import { SPORTS } from './sports/sports.js';
import { isZeroInMap, isZeroMarker, keysOfSport, zeroMapBit, zeroMapOf, zeroMarker } from './zeroMap.js';

describe.each(SPORTS)('%s', (sport) => {
  const layout = layoutByteOf(sport);
  const bits = naiveBits(layout);

  test('every key up to 50,000 has the bit of the definition or none', () => {
    const wrong: number[] = [];
    for (let key = 0; key < 50_000; key++) if (zeroMapBit(sport, key) !== bits.get(key)) wrong.push(key);
    expect(wrong).toEqual([]);
    expect(zeroMapBit(sport, 4_294_967_295)).toBeUndefined();
  });

  test('keysOfSport lists the keys with a bit, in bit order', () => {
    expect(keysOfSport(sport)).toEqual([...bits.keys()]);
  });

  test('random maps agree with the reference, and every bit reads back', () => {
    const stats = fc.dictionary(fc.constantFrom(...bits.keys()).map(String), fc.integer({ min: 0, max: 2 }));
    fc.assert(
      fc.property(stats, (record) => {
        const map = zeroMapOf(
          sport,
          Object.entries(record).map(([key, value]) => [Number(key), value] as const),
        );
        expect(bytesToHex(map)).toBe(naiveZeroMap(layout, record).toString('hex'));
        for (const key of bits.keys()) expect(isZeroInMap(map, sport, key)).toBe(record[key] === 0);
      }),
      { seed: SEED, numRuns: 50 },
    );
  });

  test('a key without a bit is 6073', () => {
    expect(outcome(() => isZeroInMap(hashOf(new Uint8Array(32)), sport, 900))).toBe(6073);
  });

  test('the layout byte names the sport', () => {
    expect(sportOfLayout(layout)).toBe(sport);
    expect(zeroMarker(sport)[0]).toBe(layout);
    expect(sportOf(sport)).toBe(sport);
  });
});

test('the marker is the layout byte and 31 × 0xff', () => {
  expect(bytesToHex(zeroMarker('us-football'))).toBe(`06${'ff'.repeat(31)}`);
  expect(isZeroMarker(zeroMarker('us-football'))).toBe(true);
  for (let i = 1; i < 32; i++) {
    const other = zeroMarker('soccer').slice();
    other[i] = 0xfe;
    expect(isZeroMarker(other)).toBe(false);
  }
});

test('layouts 0, 3, 4, 5 and 7 have no sport, and an unknown name is 7007', () => {
  for (const byte of [0, 3, 4, 5, 7, 255]) expect(sportOfLayout(byte)).toBeUndefined();
  expect(outcome(() => sportOf('Soccer'))).toBe(7007);
});
