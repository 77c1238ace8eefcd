import { expect, test } from 'vitest';
import { outcome } from '../../../../tests/helpers/thrown.js';
import type { RealTime } from '../../clock/clock.js';
import { RateLimit } from './rateLimit.js';

const TOO_MANY_REQUESTS = 7066;

test('what a request turned out to cost is made up for, in at most 30 seconds', () => {
  let now = 0;
  const limit = new RateLimit(10, () => now as RealTime);
  const take = () => outcome(() => limit.take('a'));
  limit.charge('a', 15);
  expect(take()).toBe(TOO_MANY_REQUESTS);
  now = 599;
  expect(take()).toBe(TOO_MANY_REQUESTS);
  // A refused request costs nothing.
  now = 600;
  expect(take()).not.toBe(TOO_MANY_REQUESTS);
  limit.charge('a', 1e9);
  now += 30_099;
  expect(take()).toBe(TOO_MANY_REQUESTS);
  now += 1;
  expect(take()).not.toBe(TOO_MANY_REQUESTS);
});

test('a debt is not forgotten while others call', () => {
  let now = 0;
  const limit = new RateLimit(10, () => now as RealTime);
  limit.charge('a', 100);
  for (now = 1; now < 8_000; now += 100) limit.take(`${now}`);
  expect(outcome(() => limit.take('a'))).toBe(TOO_MANY_REQUESTS);
  now = 9_200;
  expect(outcome(() => limit.take('a'))).not.toBe(TOO_MANY_REQUESTS);
});
