import { describe, expect, test } from 'vitest';
import { readerCost, season, slotCost } from '../bench/growth.js';

/** The short version of `npm run scale`: what grows how, by count; how long things take is not looked at. */

const depth = (leaves: number): number => Math.ceil(Math.log2(leaves));

describe('a slot', () => {
  test('has a node more in each proof when what it holds doubles, and no other', async () => {
    for (const [fixtures, updates] of [
      [1, 6],
      [7, 2],
      [8, 2],
    ] as const) {
      const cost = await slotCost('soccer', fixtures, updates);
      expect(cost).toMatchObject({ fixtures, updates, stats: 64, records: fixtures * updates });
      // The metadata leaf stands before the fixtures; each update has two leaves.
      expect([cost.mainTreeNodes, cost.subTreeNodes]).toEqual([depth(fixtures + 1), depth(2 * updates)]);
    }
  });

  test('takes updates of as many stats as a sport has', async () => {
    const cost = await slotCost('basketball', 2, 3);
    expect(cost).toMatchObject({ stats: 252, records: 6, mainTreeNodes: 2, subTreeNodes: 3 });
  });
});

test('every reader in every process gets every event', async () => {
  // The run ends only once all have them.
  const cost = await readerCost(20, 2, 1);
  expect(cost).toMatchObject({ readers: 20, processes: 2 });
  expect(cost.perSecond).toBeGreaterThan(0);
});

test('days of a season add records, batches and disk, and a record of the first day stays provable', async () => {
  const days = await season({ days: 2, matchesPerDay: 1, limit: Number.POSITIVE_INFINITY });
  const [first, second] = days;
  expect(days.map(({ day }) => day)).toEqual([1, 2]);
  for (const field of ['records', 'batches', 'disk'] as const)
    expect([field, (second?.[field] ?? 0) > (first?.[field] ?? 0)]).toEqual([field, true]);
  for (const { oldProofMs, heap } of days) expect(oldProofMs > 0 && heap > 0).toBe(true);
});
