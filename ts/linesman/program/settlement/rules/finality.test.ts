import { expect, it } from 'vitest';
import type { FinalityPolicy } from '../../finalityPolicy.js';
import type { MarketTerms } from '../../wire/terms.js';
import { periodDecides, policyAllows } from './finality.js';

const TOTAL = [1, 2];
const HALVES = [1001, 3002];
const PERIODS = [...Array.from({ length: 122 }, (_, i) => i - 1), 1011, 1012, 2011];

/** The periods that decide, of all that occur in records and some that do not. */
const decides = (finality: FinalityPolicy, sport: number, statKeys: number[]): number[] =>
  PERIODS.filter((period) => periodDecides({ finality, sport, statKeys } as MarketTerms, period));

// The same table is in the tests of the settlement program.
it.each([
  ['Finalised', 1, TOTAL, [100]],
  ['Finalised', 2, TOTAL, [100]],
  ['SignedFinal', 6, TOTAL, [100]],
  ['RegularTime', 1, TOTAL, [5, 6]],
  ['RegularTime', 1, HALVES, [5, 6, 100]],
  ['RegularTime', 1, [1001, 1], [5, 6]],
  ['RegularTime', 2, TOTAL, [9, 10]],
  ['RegularTime', 6, [10001], [9, 10, 100]],
  ['HalfTime', 1, [1001], [3, 100]],
  ['HalfTime', 2, [10001], [5, 100]],
  ['HalfTime', 6, [1001], [5, 100]],
  // Of a sport that is not known, nobody knows when a half ends.
  ['RegularTime', 3, [1001], [100]],
  ['HalfTime', 3, [1001], [100]],
] as [FinalityPolicy, number, number[], number[]][])('%s, layout %d, keys %j: %j', (policy, sport, keys, expected) => {
  expect(decides(policy, sport, keys)).toEqual(expected);
});

it('no key of an unknown sport is settled before the end', () => {
  const allowed = (finality: FinalityPolicy, sport: number) => policyAllows({ finality, sport }, 1001);
  expect([allowed('RegularTime', 3), allowed('HalfTime', 3), allowed('Finalised', 3)]).toEqual([false, false, true]);
  expect([allowed('RegularTime', 6), allowed('HalfTime', 6)]).toEqual([true, true]);
});
