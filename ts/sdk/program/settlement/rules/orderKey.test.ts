import { expect, test } from 'vitest';
import type { EpochDay, SlotIndex } from '../../../format/slotTime.js';
import { orderKeyOf, updatePlaceOf } from './orderKey.js';

const at = (epochDay: number, slot: number, updateIndex: number) => ({
  epochDay: epochDay as EpochDay,
  slot: slot as SlotIndex,
  updateIndex,
});

test.each([
  ['the first of all', at(0, 0, 0), 0n],
  ['the second update', at(0, 0, 1), 1n],
  ['the second slot', at(0, 1, 0), 1n << 28n],
  ['the second day', at(1, 0, 0), 1n << 40n],
  ['the last of a day', at(20_717, 287, 2 ** 28 - 1), (20_717n << 40n) | (287n << 28n) | 0xfffffffn],
])('the order key of %s, and back', (_, place, key) => {
  expect(orderKeyOf(place)).toBe(key);
  expect(updatePlaceOf(key)).toEqual(place);
});

test('an index that does not fit is refused', () => {
  expect(() => orderKeyOf(at(0, 0, 2 ** 28))).toThrow(expect.objectContaining({ number: 6027 }));
});
