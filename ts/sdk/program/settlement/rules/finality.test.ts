import { expect, it } from 'vitest';
import type { Sport } from '../../../format/sports/sports.js';
import { FINALITY_POLICIES, type FinalityPolicy } from '../../finalityPolicy.js';
import { periodDecides, policyAllows } from './finality.js';

const TOTAL = [1, 2];
const HALVES = [1001, 3002];
const PERIODS = [...Array.from({ length: 122 }, (_, i) => i - 1), 1011, 1012, 2011];

/** The deciding periods among all that occur in records and some that do not. */
const decides = (finality: FinalityPolicy, sport: Sport, statKeys: number[]): number[] =>
  PERIODS.filter((period) => periodDecides({ finality, sport, statKeys }, period));

// The same table is in the tests of the settlement program.
it.each([
  ['finalised', 'soccer', TOTAL, [100]],
  ['finalised', 'basketball', TOTAL, [100]],
  ['signed-final', 'us-football', TOTAL, [100]],
  ['regular-time', 'soccer', TOTAL, [5, 6]],
  ['regular-time', 'soccer', HALVES, [5, 6, 100]],
  ['regular-time', 'soccer', [1001, 1], [5, 6]],
  ['regular-time', 'basketball', TOTAL, [9, 10]],
  ['regular-time', 'us-football', [10001], [9, 10, 100]],
  ['half-time', 'soccer', [1001], [3, 100]],
  ['half-time', 'basketball', [10001], [5, 100]],
  ['half-time', 'us-football', [1001], [5, 100]],
] as [FinalityPolicy, Sport, number[], number[]][])('%s, %s, keys %j: %j', (policy, sport, keys, expected) => {
  expect(decides(policy, sport, keys)).toEqual(expected);
});

it('a key of the first half is settled from half-time on, a total of soccer at the end of regular time', () => {
  const allowed = (key: number) =>
    FINALITY_POLICIES.filter((finality) => policyAllows({ finality, sport: 'soccer' }, key));
  expect(allowed(1001)).toEqual(['finalised', 'regular-time', 'half-time', 'signed-final']);
  expect(allowed(1)).toEqual(['finalised', 'regular-time', 'signed-final']);
  expect(allowed(4001)).toEqual(['finalised', 'signed-final']);
});
