import { expect, test } from 'vitest';
import { outcome } from '../../../tests/helpers/thrown.js';
import { type Hash, type Root, rootOf } from './hash.js';
import {
  type EpochDay,
  epochDay,
  fixturesTimeOf,
  milliseconds,
  type SlotIndex,
  slotIndex,
  slotStart,
  slotTimeOf,
} from './slotTime.js';

const LAST = 65_536 * 86_400_000 - 1;

test('a slot is 5 minutes of a day', () => {
  expect(slotTimeOf(0)).toEqual({ epochDay: 0, slot: 0 });
  expect(slotTimeOf(299_999)).toEqual({ epochDay: 0, slot: 0 });
  expect(slotTimeOf(300_000)).toEqual({ epochDay: 0, slot: 1 });
  expect(slotTimeOf(86_399_999)).toEqual({ epochDay: 0, slot: 287 });
  expect(slotTimeOf(1_800_000_001_000)).toEqual({ epochDay: 20_833, slot: 96 });
  expect(slotTimeOf(LAST)).toEqual({ epochDay: 65_535, slot: 287 });
  expect(slotStart(slotTimeOf(1_800_000_001_000))).toBe(1_800_000_000_000);
});

test('a fixtures index is an hour of a ten-day window', () => {
  expect(fixturesTimeOf(20_626 * 86_400_000 + 9 * 3_600_000)).toEqual({ epochDay: 20_626, window: 20_620, index: 153 });
  expect(fixturesTimeOf(20_629 * 86_400_000 + 86_399_999)).toMatchObject({ window: 20_620, index: 239 });
  expect(fixturesTimeOf(20_630 * 86_400_000)).toMatchObject({ window: 20_630, index: 0 });
});

test('negative times and days beyond 16 bits are 6027', () => {
  for (const time of [-1, -86_400_000, LAST + 1, Number.MAX_SAFE_INTEGER, 2 ** 63, Number.NaN]) {
    expect(
      outcome(() => slotTimeOf(time)),
      `${time}`,
    ).toBe(6027);
    expect(
      outcome(() => fixturesTimeOf(time)),
      `${time}`,
    ).toBe(6027);
  }
});

test('units have ranges (7003) and do not mix', () => {
  expect(outcome(() => epochDay(65_536))).toBe(7003);
  expect(outcome(() => slotIndex(288))).toBe(7003);
  expect(outcome(() => milliseconds(2 ** 53))).toBe(7003);
  const day: EpochDay = epochDay(1);
  // @ts-expect-error a day is not a slot
  const slot: SlotIndex = day;
  expect(slot).toBe(1);
});

test('a root is a hash, a hash is not a root, and bytes are neither', () => {
  const root: Root = rootOf(new Uint8Array(32));
  const hash: Hash = root;
  // @ts-expect-error only rootOf makes a root
  const other: Root = hash;
  // @ts-expect-error only hashOf makes a hash
  const third: Hash = new Uint8Array(32);
  expect([root, hash, other, third].every(({ length }) => length === 32)).toBe(true);
});
