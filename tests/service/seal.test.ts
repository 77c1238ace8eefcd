import { describe, expect, test, vi } from 'vitest';
import { fixtureBatches } from '../../ts/records/batch/fixtureBatch.js';
import { oddsBatches } from '../../ts/records/batch/oddsBatch.js';
import { type ScoreSource, scoreBatches } from '../../ts/records/batch/scoreBatch.js';
import { bytesToHex } from '../../ts/sdk/format/hex.js';
import { slotStart } from '../../ts/sdk/format/slotTime.js';
import { layoutByteOf } from '../../ts/sdk/format/sport.js';
import type { Sport } from '../../ts/sdk/format/sports/sports.js';
import { Random } from '../../ts/season/random.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import { type RecordKind, slotStartOf } from '../../ts/service/data/store/recordKind.js';
import type { Store } from '../../ts/service/data/store/store.js';
import { buildBatch } from '../../ts/service/roots/seal/buildBatch.js';
import { Sealer } from '../../ts/service/roots/seal/sealer.js';
import { fixtureSummary, oddsSummary, scoresSummary } from '../../ts/service/roots/seal/storedSummary.js';
import { naiveMainRoot } from '../helpers/naiveOracle.js';
import { itemsOf } from '../helpers/pagesOf.js';
import { matchFeed, START } from '../helpers/service/feed.js';
import { withPagesOf } from '../helpers/service/pageSizes.js';
import { storeDatabases } from '../helpers/service/storeDatabases.js';

const SEED = 'seal';
const HOUR = 3_600_000;

const feeds = (['soccer', 'basketball', 'us-football', 'soccer'] as const).map((sport, i) =>
  // Ids whose order differs as text and as numbers.
  ({
    sport: sport as Sport,
    ...matchFeed(sport, [9_000_001, 12_000_002, 100_000_003, 12_000_001][i] ?? 0, `${SEED}/${i}`),
  }),
);
const wire = feeds.flatMap((feed) => feed.wire).sort((a, b) => Number(a.Ts) - Number(b.Ts));
const END = Math.max(...wire.map(({ Ts }) => Number(Ts)));

/** The generator's batches of the same records. */
const sources: ScoreSource[] = feeds.map(({ sport, match }) => ({ sport, records: match.records }));
const expected = {
  scores: scoreBatches(sources).map((batch) => ({ start: slotStart(batch.time), batch })),
  odds: oddsBatches(feeds.flatMap(({ odds }) => odds)).map((batch) => ({ start: slotStart(batch.time), batch })),
  fixtures: fixtureBatches(feeds.flatMap(({ fixtures }) => fixtures)).map((batch) => ({
    start: Number(batch.time.window) * 86_400_000 + Number(batch.time.index) * HOUR,
    batch,
  })),
} as const;
const SUMMARY = { scores: scoresSummary, odds: oddsSummary, fixtures: fixtureSummary } as const;

const databases = await storeDatabases('PGlite', 'memory');

describe.each(databases)('sealed slots, %s', (_, database) => {
  let store: Store;

  async function filled(clock: ManualClock): Promise<Ingest> {
    store = await database.fresh();
    const ingest = new Ingest({ store, clock });
    for (const result of await ingest.acceptAll(wire)) expect(result).toMatchObject({ status: 'accepted' });
    return ingest;
  }

  async function allRoots(): Promise<string[]> {
    return (await store.batches.unpublished()).map(
      ({ kind, slotStart: at, root }) => `${kind}/${at}/${bytesToHex(root)}`,
    );
  }

  test('equal those of the generator for the same records, tree by tree', async () => {
    const clock = new ManualClock(END + 2 * HOUR);
    await filled(clock);
    const built = await new Sealer({ store, clock }).sealDue();
    const kinds = Object.keys(expected) as RecordKind[];
    expect(built.length).toBe(kinds.reduce((sum, kind) => sum + expected[kind].length, 0));
    expect(expected.scores.length).toBeGreaterThan(10);
    for (const kind of kinds) {
      for (const { start, batch } of expected[kind]) {
        const found = await store.batches.find({ kind, slotStart: start });
        expect([kind, start, found && bytesToHex(found.root)]).toEqual([kind, start, bytesToHex(batch.tree.root)]);
        expect(found?.metadata).toEqual(batch.metadata);
        expect(found?.leaves.length).toBe(32 * batch.tree.leafCount);
        for (const [i, fixture] of batch.fixtures.entries()) {
          const part = await store.batches.findFixture({ kind, slotStart: start }, fixture.summary.fixtureId);
          expect(part?.place).toBe(i + 1);
          expect(SUMMARY[kind](part?.summary ?? '')).toEqual(fixture.summary);
          expect(bytesToHex(new Uint8Array(part?.leaves ?? []))).toBe(bytesToHex(fixture.tree.leaves));
        }
      }
    }
  });

  test('are the same whenever they are sealed, and are sealed a grace period after their end', async () => {
    const clock = new ManualClock(START);
    store = await database.fresh();
    const ingest = new Ingest({ store, clock });
    const sealer = new Sealer({ store, clock });
    const sealedAt = new Map<number, number>();
    for (const record of wire) {
      for (const ts = Number(record.Ts); sealer.nextDue() <= ts; ) {
        clock.set(sealer.nextDue() - 1);
        expect(await sealer.sealDue()).toEqual([]);
        clock.advance(1);
        for (const { kind, slotStart: at } of await sealer.sealDue())
          if (kind === 'scores') sealedAt.set(at, clock.now());
      }
      clock.set(Math.max(clock.now(), Number(record.Ts)));
      await ingest.accept(record);
    }
    for (const [at, when] of sealedAt) expect(when).toBe(at + 300_000 + 20_000);
    clock.set(END + 2 * HOUR);
    await sealer.sealDue();
    const stepwise = await allRoots();
    expect(stepwise.length).toBeGreaterThan(20);

    const late = new ManualClock(END + 2 * HOUR);
    await filled(late);
    await new Sealer({ store, clock: late }).sealDue();
    expect(await allRoots()).toEqual(stepwise);
  });

  test('are built although one of them cannot be, whose failure is reported in the end', async () => {
    const clock = new ManualClock(END);
    await filled(clock);
    clock.set(END + 2 * HOUR);
    const read = vi.spyOn(store.records, 'pagesInRange');
    read.mockImplementationOnce(() => {
      throw new Error('no leaf');
    });
    const sealer = new Sealer({ store, clock });
    await expect(sealer.sealDue()).rejects.toThrow('no leaf');
    const left = await store.batches.frozen();
    const built = await store.batches.unpublished();
    expect([left.length, built.length]).toEqual([1, read.mock.calls.length - 1]);
    expect(built.length).toBeGreaterThan(4);
    expect(await sealer.sealDue()).toEqual(left);
  });

  test('are the same whatever the size of the pages in which their records are read', async () => {
    const clock = new ManualClock(END + 2 * HOUR);
    const sealed = async (limit?: number) => {
      await filled(clock);
      if (limit !== undefined) withPagesOf(limit, store);
      await new Sealer({ store, clock }).sealDue();
      return allRoots();
    };
    const whole = await sealed();
    expect(whole.length).toBeGreaterThan(10);
    for (const limit of [1, 7, 100]) expect([limit, await sealed(limit)]).toEqual([limit, whole]);
  });

  test('accept no more records', async () => {
    const clock = new ManualClock(END + 2 * HOUR);
    const ingest = await filled(clock);
    await new Sealer({ store, clock }).sealDue();
    const before = await allRoots();
    const [first] = feeds;
    const last = first?.match.records.at(-1);
    if (!last) throw new Error('no records');
    const { record } = await ingest.accept({ ...last, Seq: last.Seq + 1 });
    const { sealedUntil } = await store.records.kindState('scores');
    expect(record.ts).toBe(sealedUntil);
    expect(slotStartOf('scores', last.Ts)).toBeLessThan(sealedUntil);
    expect(await new Sealer({ store, clock }).sealDue()).toEqual([]);
    expect(await allRoots()).toEqual(before);
  });

  test('include what is accepted while others are being frozen', async () => {
    const clock = new ManualClock(END + 2 * HOUR);
    store = await database.fresh();
    const ingest = new Ingest({ store, clock });
    const sealer = new Sealer({ store, clock, grace: 0 });
    const parts = Array.from({ length: Math.ceil(wire.length / 40) }, (_, i) => wire.slice(40 * i, 40 * i + 40));
    // Freezing begins before half of the records are there: the others get a time that is not sealed.
    await Promise.all([...parts.map((part) => ingest.acceptAll(part)), sealer.sealDue()]);
    clock.advance(2 * HOUR);
    await sealer.sealDue();
    const all = (
      await Promise.all(feeds.map(({ match }) => itemsOf(store.records.pagesOfFixture('scores', match.fixtureId))))
    ).flat();
    expect(all.length).toBe(sources.reduce((sum, { records }) => sum + records.length, 0));
    let proven = 0;
    for (const { ts } of all)
      if ((await store.batches.state({ kind: 'scores', slotStart: slotStartOf('scores', ts) })) === 'built') proven++;
    expect(proven).toBe(all.length);
    let counted = 0;
    for (const { kind, slotStart: at } of await store.batches.unpublished())
      if (kind === 'scores')
        counted += (await store.batches.find({ kind, slotStart: at }))?.metadata.totalUpdateCount ?? 0;
    expect(counted).toBe(all.length);
  });
});

test('sealed slots have the roots of an independent second implementation', () => {
  for (const { start, batch } of expected.scores) {
    const naive = batch.fixtures.map(({ sport, summary, events }) => ({
      fixtureId: summary.fixtureId,
      layout: layoutByteOf(sport),
      records: events.map(({ record }) => ({
        ts: record.Ts,
        statusId: record.StatusId ?? null,
        stats: record.Stats,
      })),
    }));
    expect([start, bytesToHex(batch.tree.root)]).toEqual([start, naiveMainRoot(naive).toString('hex')]);
  }
});

test('the order in which records are read does not matter', () => {
  const [feed] = feeds;
  const slot = expected.scores.find(({ batch }) =>
    batch.fixtures.some(({ summary, events }) => summary.fixtureId === feed?.match.fixtureId && events.length > 2),
  );
  const records = (feed?.match.records ?? [])
    .filter(({ Ts }) => slotStartOf('scores', Ts) === slot?.start)
    .map((record) => ({ fixtureId: record.FixtureId, seq: record.Seq, ts: record.Ts, json: JSON.stringify(record) }));
  expect(records.length).toBeGreaterThan(2);
  const random = new Random(SEED);
  const build = (of: typeof records) => bytesToHex(buildBatch('scores', of, () => 'soccer').tree.root);
  const shuffled = records.map((record) => [random.next(), record] as const).sort(([a], [b]) => a - b);
  expect(build(shuffled.map(([, record]) => record))).toBe(build(records));
  expect(build(records.slice(1))).not.toBe(build(records));
  expect(() => buildBatch('scores', [], () => 'soccer')).toThrow(expect.objectContaining({ number: 7050 }));
});
