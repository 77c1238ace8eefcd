import { describe, expect, test } from 'vitest';
import { readerCost, season, slotCost } from '../bench/growth.js';
import { scaleDocument } from '../bench/scaleDocument.js';

/** The short version of `npm run scale`: compares counts, not durations. */

const depth = (leaves: number): number => Math.ceil(Math.log2(leaves));

describe('a slot', () => {
  test('adds exactly one node to each proof when its content doubles', async () => {
    for (const [fixtures, updates] of [
      [1, 6],
      [7, 2],
      [8, 2],
    ] as const) {
      const cost = await slotCost('soccer', fixtures, updates);
      expect(cost).toMatchObject({ fixtures, updates, stats: 64, records: fixtures * updates });
      // The metadata leaf precedes the fixtures; each update has two leaves.
      expect([cost.mainTreeNodes, cost.subTreeNodes]).toEqual([depth(fixtures + 1), depth(2 * updates)]);
    }
  });

  test('takes updates with every stat of a sport', async () => {
    const cost = await slotCost('basketball', 2, 3);
    expect(cost).toMatchObject({ stats: 252, records: 6, mainTreeNodes: 2, subTreeNodes: 3 });
  });
});

test('every reader in every process gets every event', async () => {
  // The run ends only once every reader has them.
  const cost = await readerCost(20, 2, 1);
  expect(cost).toMatchObject({ readers: 20, processes: 2 });
  expect(cost.perSecond).toBeGreaterThan(0);
});

test('days of a season add records, batches and disk space, and a record of the first day stays provable', async () => {
  const days = await season({ days: 2, matchesPerDay: 1, limit: Number.POSITIVE_INFINITY });
  const [first, second] = days;
  expect(days.map(({ day }) => day)).toEqual([1, 2]);
  for (const field of ['records', 'batches', 'disk'] as const)
    expect([field, (second?.[field] ?? 0) > (first?.[field] ?? 0)]).toEqual([field, true]);
  for (const { oldProofMs, heap } of days) expect(oldProofMs > 0 && heap > 0).toBe(true);
});

test('the limits stated in docs/internals/scale.md follow from its tables', () => {
  const slot = {
    fixtures: 1,
    updates: 4,
    stats: 64,
    records: 4,
    ingestPerSecond: 100,
    sealMs: 10,
    proofP50: 1,
    proofP99: 2,
  };
  const slots = (...rows: readonly object[]) => ({
    rows: rows.map((row) => ({ ...slot, subTreeNodes: 3, mainTreeNodes: 1, ...row })),
    table: 'a table',
  });
  const reader = { readers: 100, processes: 1, perSecond: 50_000, cpuShare: 1, lastMs: 1, rss: 0 };
  const day = { day: 1, records: 0, batches: 0, heap: 0, external: 0, rss: 0, disk: 0, oldProofMs: 1 };
  const text = scaleDocument({
    machine: 'a machine',
    command: 'a command',
    // 2,000 records arrive per second, 600,000 per slot; 400,000 are sealed in 40 s.
    fixtures: slots({}, { records: 4_000, ingestPerSecond: 2_000, sealMs: 400, mainTreeNodes: 10 }),
    updates: slots({}),
    stats: slots({}),
    readers: {
      rows: [reader, { ...reader, readers: 1_100, perSecond: 72_345, rss: 10 * 1024 * 1_000 }],
      table: 'a table',
    },
    season: { rows: [day, { ...day, records: 2_000, disk: 6 * 2 ** 20 }], table: 'a table' },
  });
  for (const said of [
    'ingests 600,000 records in the five minutes of a batch, and seals and publishes 400,000 in the 40 seconds',
    'is sealing, 1,300 records a second',
    'is 297 bytes larger',
    'makes 72,000 deliveries a second',
    'Each further reader takes 10 KiB',
    'A thousand records take 3 MiB',
  ])
    expect(text).toContain(said);
});
