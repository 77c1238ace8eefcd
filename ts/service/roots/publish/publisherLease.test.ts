import { expect, test } from 'vitest';
import { PublisherLease } from './publisherLease.js';

test('a lease that another process has, or that is over when the answer comes, is not held', async () => {
  /** `slow`: ms to an answer. */
  const store = { isFree: true, slow: 0 };
  let now = 1_000;
  const asked: unknown[] = [];
  const leases = {
    take: async (...question: unknown[]) => {
      asked.push(question);
      now += store.slow;
      return store.isFree;
    },
  };
  const lease = new PublisherLease({ leases, clock: { now: () => now }, holder: 'me', ms: 100 } as never);
  expect(await lease.take()).toBe(true);
  expect(asked).toEqual([['publisher', 'me', 1_000, 100]]);
  const first = lease.lost;
  expect(first.aborted).toBe(false);
  store.isFree = false;
  expect([await lease.take(), first.aborted]).toEqual([false, true]);
  store.isFree = true;
  expect([await lease.take(), lease.lost.aborted, first.aborted]).toEqual([true, false, true]);
  store.slow = 99;
  expect([await lease.take(), lease.lost.aborted]).toEqual([true, false]);
  store.slow = 100;
  expect([await lease.take(), lease.lost.aborted]).toEqual([false, true]);
});
