import { beforeEach, describe, expect, test } from 'vitest';
import { BROKEN_INVARIANT } from '../../ts/sdk/error/codes/arguments.js';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import type { BatchMetadata } from '../../ts/sdk/format/batchMetadata.js';
import { rootOf } from '../../ts/sdk/format/hash.js';
import type { WholeBatch } from '../../ts/service/data/store/dayStore.js';
import type { RecordKind } from '../../ts/service/data/store/recordKind.js';
import type { Append, NewRecord, StoredFixture } from '../../ts/service/data/store/recordStore.js';
import { sqlStateOf } from '../../ts/service/data/store/sqlState.js';
import type { Store } from '../../ts/service/data/store/store.js';
import { itemsOf, pagesOf } from '../helpers/pagesOf.js';
import { storeDatabases } from '../helpers/service/storeDatabases.js';

/** What every store does, whatever is under it; `tests/simulator/store` compares the fake with PGlite at length. */
const databases = await storeDatabases('PGlite', 'PostgreSQL', 'memory');

/** Start of an hour, ms. */
const START = 1_800_000_000_000;
const MINUTE = 60_000;
const SLOT = 5 * MINUTE;
const ID = 12_000_001;
const KINDS = ['scores', 'odds', 'fixtures'] as const;
const ALL = { from: 0, to: Number.MAX_SAFE_INTEGER };
const bytes = (n: number) => new Uint8Array(32).fill(n);

const fixtureOf = (fixtureId: number, more: Partial<StoredFixture> = {}): StoredFixture => ({
  fixtureId,
  sport: 'soccer',
  competitionId: 1,
  startTime: START,
  json: `{"Ts":1,"GameState":"live","StartTime":${START}}`,
  ...more,
});
/** The n-th record of a kind and of fixture `ID`, n minutes after the start. */
const recordOf = (kind: RecordKind, n: number, more: Partial<NewRecord> = {}): NewRecord => ({
  ...{ kind, fixtureId: ID, seq: n, ts: START + n * MINUTE, acceptedAt: START + n * MINUTE + 1 },
  ...{ streamSlot: START + n * MINUTE - ((n * MINUTE) % SLOT), streamIndex: n, label: 'abc'[n % 3] ?? '' },
  ...{ messageId: kind === 'odds' ? `m${n}` : null, contentHash: bytes(n), json: `{"n":${n},"Stats":{}}` },
  ...more,
});
const first = (count: number, kind: RecordKind): NewRecord[] =>
  Array.from({ length: count }, (_, n) => recordOf(kind, n));

const appended = (store: Store, append: Partial<Append>): Promise<void> =>
  store.records.append({ kinds: KINDS, fixtureIds: [ID], scores: [], messageIds: [], fixtureContents: [] }, () => ({
    fixtures: [],
    records: [],
    ...append,
  }));
/** Number or SQLSTATE of a failure. */
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof LinesmanError ? error.number : sqlStateOf(error)),
  );
const seqsOf = (records: readonly NewRecord[]): number[] => records.map(({ seq }) => seq);

describe.each(databases)('%s', (_, database) => {
  let store: Store;
  beforeEach(async () => {
    store = await database.fresh();
  });

  test('records are found by number, message, time, label and place in the stream', async () => {
    const { records, keptRecords } = store;
    const [other, ours] = [fixtureOf(9, { competitionId: 2, startTime: START - 1 }), fixtureOf(ID)];
    const all = [...first(12, 'scores'), ...first(3, 'odds')];
    await appended(store, { fixtures: [ours, other], records: all });

    const whole = (record: NewRecord | undefined) => ({ ...record, competitionId: 1 });
    expect(await records.find('scores', ID, 4)).toEqual(whole(all[4]));
    expect(await records.find('scores', ID, 12)).toBeUndefined();
    expect(await records.find('odds', 9, 0)).toBeUndefined();
    expect(await records.find('scores', 9, 4)).toBeUndefined();
    for (const one of [records, keptRecords]) {
      expect(await one.findMessage('m2', all[14]?.ts ?? 0)).toEqual(whole(all[14]));
      expect(await one.findMessage('m2', (all[14]?.ts ?? 0) + 1)).toBeUndefined();
      expect(await one.findMessage('m3', all[14]?.ts ?? 0)).toBeUndefined();
      expect(await one.findMessage('\0', 0)).toBeUndefined();
    }

    expect(await records.fixture(9)).toEqual(other);
    expect(await records.fixture(1)).toBeUndefined();
    expect(new Set(await records.fixturesOf([ID, 1, 9, 9]))).toEqual(new Set([ours, other]));
    expect(await records.fixtures()).toEqual([other, ours]);
    expect(await records.fixtures({ start: { from: START - 1, to: START } })).toEqual([other]);
    expect(await records.fixtures({ competitionId: 1 })).toEqual([ours]);

    const range = { from: START + 3 * MINUTE, to: START + 6 * MINUTE };
    for (const one of [records, keptRecords]) {
      expect(seqsOf(await itemsOf(one.pagesInRange('scores', range)))).toEqual([3, 4, 5]);
      expect(seqsOf(await itemsOf(one.pagesInRange('scores', range, { fixtureId: ID })))).toEqual([3, 4, 5]);
      expect(await itemsOf(one.pagesInRange('scores', range, { fixtureId: 9 }))).toEqual([]);
      expect((await pagesOf(one.pagesOfFixture('odds', ID, 2))).map(seqsOf)).toEqual([[0, 1], [2]]);
      for (const fixtureId of [undefined, ID]) {
        const paged = async (latestFirst: boolean, limit?: number) =>
          (await pagesOf(one.pagesInRange('scores', range, { fixtureId, latestFirst, ...(limit && { limit }) }))).map(
            seqsOf,
          );
        expect(await paged(false)).toEqual([[3, 4, 5]]);
        expect(await paged(false, 2)).toEqual([[3, 4], [5]]);
        expect(await paged(true, 2)).toEqual([[5, 4], [3]]);
        // A page that is just full is the last one, too.
        expect(await paged(false, 3)).toEqual([[3, 4, 5]]);
      }
      expect(await pagesOf(one.pagesInRange('scores', range, { fixtureId: 9 }))).toEqual([]);
      expect(await pagesOf(one.pagesInRange('fixtures', range))).toEqual([]);
      expect(seqsOf(await itemsOf(one.pagesByFixture('scores', range)))).toEqual([3, 4, 5]);
      expect(await pagesOf(one.pagesByFixture('fixtures', range))).toEqual([]);
      expect(await pagesOf(one.fixturePages({}, 1))).toEqual([[other], [ours]]);
      expect(await pagesOf(one.fixturePages({ competitionId: 1 }))).toEqual([[ours]]);
      expect(seqsOf(await one.latestOfEach('scores', ID, { from: START, to: START + 5 * MINUTE }))).toEqual([2, 3, 4]);
      // Of each label what was there before the second slot, and what that slot has.
      expect(seqsOf(await one.around('scores', ID, START + SLOT, START))).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
      expect(seqsOf(await one.around('scores', ID, START + SLOT, START + 10 * MINUTE))).toHaveLength(9);
    }

    const stream = (slot: number, index: number, limit: number) =>
      records.streamAfter('scores', { slot, index }, limit);
    expect(seqsOf(await stream(0, -1, 2))).toEqual([0, 1]);
    expect(seqsOf(await stream(START, 3, 3))).toEqual([4, 5, 6]);
    expect(await stream(START + 2 * SLOT, 11, 3)).toEqual([]);
    expect(await records.kindState('scores')).toEqual({
      sealedUntil: 0,
      streamSlot: START + 2 * SLOT,
      streamIndex: 12,
    });
    expect(await records.fixturesVersion()).toBe('0:0');
  });

  test('an append sees the state that it asks for', async () => {
    const run = { fixtureId: ID, first: 1, last: 2, since: START };
    const held = { fixtureId: ID, seq: 6, heldAt: START, contentHash: bytes(6), json: '{}' };
    const scores = [0, 3, 4].map((n) => recordOf('scores', n));
    await appended(store, {
      fixtures: [fixtureOf(ID), fixtureOf(9)],
      records: [...scores, recordOf('odds', 0), recordOf('fixtures', 0)],
      missing: new Map([[ID, [run]]]),
      held: [held],
    });
    let seen: unknown;
    const keys = {
      kinds: ['scores'] as const,
      fixtureIds: [ID, 1],
      scores: [2, 3, 5].map((seq) => ({ fixtureId: ID, seq })),
      messageIds: ['m0', 'm1'],
      fixtureContents: [bytes(0), bytes(1)],
    };
    await store.records.append(keys, (state) => {
      seen = {
        kinds: [...state.kinds.keys()],
        fixtures: [...state.fixtures.values()],
        progress: [state.progress('scores', ID), state.progress('odds', ID), state.progress('scores', 1)],
        existing: state.existing.map(({ kind, seq }) => `${kind} ${seq}`),
        missing: [state.missing(ID), state.missing(9)],
        around: [1, 2, 3, 5].map((seq) => state.around(ID, seq)),
        held: state.held(ID),
      };
      return { fixtures: [], records: [] };
    });
    const nothing = { nextSeq: 0, lastTs: 0 };
    expect(seen).toEqual({
      kinds: ['scores'],
      fixtures: [fixtureOf(ID)],
      progress: [{ nextSeq: 5, lastTs: START + 4 * MINUTE }, nothing, nothing],
      existing: ['scores 3', 'odds 0', 'fixtures 0'],
      missing: [[run], []],
      around: [undefined, { before: START, after: START + 3 * MINUTE }, undefined, undefined],
      held: [held],
    });
    expect(await store.records.missingScores()).toEqual({
      missing: 2,
      held: 1,
      runs: [run],
      waiting: [{ fixtureId: ID, nextSeq: 5 }],
    });
    await appended(store, { missing: new Map([[ID, []]]), released: [held] });
    expect(await store.records.missingScores()).toEqual({ missing: 0, held: 0, runs: [], waiting: [] });
  });

  test('an append is stored as a whole or not at all', async () => {
    await appended(store, { fixtures: [fixtureOf(ID)], records: [...first(3, 'scores'), ...first(3, 'odds')] });
    const before = await Promise.all(KINDS.map((kind) => itemsOf(store.records.pagesOfFixture(kind, ID))));
    const run = { fixtureId: ID, first: 4, last: 5, since: START };
    const held = { fixtureId: ID, seq: 9, heldAt: START, contentHash: bytes(6), json: '{}' };
    const good = recordOf('scores', 3);
    const cases: readonly [string, Partial<Append>][] = [
      ['23505', { records: [good, recordOf('scores', 2, { streamIndex: 9 })] }],
      ['23505', { records: [good, { ...recordOf('odds', 3), messageId: 'm1', ts: recordOf('odds', 1).ts }] }],
      ['23503', { records: [good, recordOf('odds', 3, { fixtureId: 1 })] }],
      ['23505', { records: [good], missing: new Map([[ID, [run, run]]]) }],
      ['23514', { records: [good], missing: new Map([[ID, [{ ...run, last: 3 }]]]) }],
      ['23503', { records: [good], missing: new Map([[1, [{ ...run, fixtureId: 1 }]]]) }],
      ['23503', { records: [good], held: [held, { ...held, fixtureId: 1 }] }],
      ['21000', { records: [good], held: [held, held] }],
      ['21000', { fixtures: [fixtureOf(9), fixtureOf(9)] }],
      ['22003', { records: [good, recordOf('scores', 4, { seq: 2 ** 31 })] }],
      ['22021', { records: [good, recordOf('scores', 4, { json: '\0' })] }],
    ];
    for (const [state, append] of cases)
      expect([append, await failureOf(appended(store, append))]).toEqual([append, state]);
    const no = new Error('no');
    const throwing = store.records.append(
      { kinds: KINDS, fixtureIds: [ID], scores: [], messageIds: [], fixtureContents: [] },
      () => {
        throw no;
      },
    );
    await expect(throwing).rejects.toBe(no);
    expect(await Promise.all(KINDS.map((kind) => itemsOf(store.records.pagesOfFixture(kind, ID))))).toEqual(before);
    expect(await store.records.kindState('scores')).toMatchObject({ streamIndex: 3 });
    expect(await store.records.fixture(9)).toBeUndefined();
    expect(await store.records.missingScores()).toMatchObject({ missing: 0, held: 0 });
    await appended(store, { records: [good] });
  });

  test('an append that breaks a promise to readers or of a root stores nothing', async () => {
    await appended(store, { fixtures: [fixtureOf(ID)], records: first(3, 'scores') });
    await store.batches.freeze('odds', START + SLOT, START + SLOT);
    const good = recordOf('scores', 3);
    const broken: readonly [string, NewRecord][] = [
      ['an earlier slot of the stream', recordOf('scores', 4, { streamSlot: START - SLOT })],
      ['a place that is taken', recordOf('scores', 4, { streamIndex: 2 })],
      ['a place of this append', recordOf('scores', 4, { streamIndex: 3 })],
      ['a time of a sealed slot', recordOf('odds', 4, { ts: START + SLOT - 1 })],
    ];
    for (const [why, record] of broken)
      expect([why, await failureOf(appended(store, { records: [good, record] }))]).toEqual([why, BROKEN_INVARIANT]);
    expect(await store.records.find('scores', ID, 3)).toBeUndefined();
    await appended(store, { records: [good, recordOf('odds', 5, { ts: START + SLOT })] });
  });

  test('what a caller does with its values changes nothing, and every process sees the same', async () => {
    const record = recordOf('scores', 0);
    await appended(store, { fixtures: [fixtureOf(ID)], records: [record] });
    const { contentHash } = record;
    contentHash.fill(7);
    const found = await store.records.find('scores', ID, 0);
    found?.contentHash.fill(8);
    Object.assign(found ?? {}, { json: 'changed' });
    const again = await (await database.another()).records.find('scores', ID, 0);
    expect(again).toEqual({ ...recordOf('scores', 0), competitionId: 1 });
  });

  const tree = { root: rootOf(bytes(1)), metadata: { totalUpdateCount: 6 } as BatchMetadata, leaves: bytes(2) };
  const part = { fixtureId: ID, place: 1, firstSeq: 0, summary: '{}', leaves: bytes(3) };
  const key = { kind: 'scores', slotStart: START } as const;

  test('parts of a batch of scores come with their records: those of some fixtures, and the next ones', async () => {
    const { batches } = store;
    const places = { streamSlot: START + SLOT };
    const others = [1, 3].map((n) => recordOf('scores', n, { fixtureId: 9, ...places, streamIndex: 50 + n }));
    const fixtures = [8, 9, ID].map((fixtureId) => fixtureOf(fixtureId));
    await appended(store, { fixtures, records: [...first(7, 'scores'), ...others] });
    await batches.freeze('scores', START + SLOT, START + 9);
    const other = { ...part, fixtureId: 9, firstSeq: 1, leaves: new Uint8Array(2 * 64).fill(4) };
    const ours = { ...part, place: 2, leaves: new Uint8Array(5 * 64).fill(5) };
    await batches.putBuilt(key, tree, [other, ours], START + 10);
    const read = (fixtureIds: readonly number[], after: number, more: number, slotStart = START) =>
      batches.scoreParts(slotStart, { fixtureIds, after, more });
    const withRecords = (of: typeof part, seqs: readonly number[]) => {
      return { ...of, sport: 'soccer', seqs, texts: seqs.map((n) => `{"n":${n},"Stats":{}}`) };
    };
    // The records of the next slot are not among them, and numbers may be missing.
    const [parts, alone] = [
      [withRecords(other, [1, 3]), withRecords(ours, [0, 1, 2, 3, 4])],
      [withRecords(other, [1, 3])],
    ];
    expect(await read([ID, 8, 9, 9], 0, 0)).toEqual(parts);
    expect([await read([9], ID, 5), await read([8], 0, 1)]).toEqual([alone, alone]);
    expect(await read([9], 9, 1)).toEqual(parts);
    expect([await read([], ID, 5), await read([8], 0, 0), await read([ID], 0, 5, START + SLOT)]).toEqual([[], [], []]);
  });

  test('a batch is frozen, built, published, lost, published again; alarms count as unpublished', async () => {
    const { batches } = store;
    const none = { waiting: null, published: null, alarms: [] };
    const progress = async () => (await batches.progress()).find(({ kind }) => kind === 'scores');
    expect(await batches.progress()).toEqual(['fixtures', 'odds', 'scores'].map((kind) => ({ kind, ...none })));
    await appended(store, { fixtures: [fixtureOf(ID)], records: first(7, 'scores') });
    expect(await batches.open('scores', START, START + 2 * SLOT)).toEqual([
      { ...key, fixtures: 1, updates: 5 },
      { kind: 'scores', slotStart: START + SLOT, fixtures: 1, updates: 2 },
    ]);
    expect(await progress()).toEqual({ kind: 'scores', ...none, waiting: START });
    expect([await batches.state(key), await batches.hasPublished()]).toEqual([undefined, false]);

    // The record at the boundary belongs to the next slot.
    expect(await batches.freeze('scores', START + SLOT, START + 9)).toBe(1);
    expect(await batches.freeze('scores', START + SLOT, START + 9)).toBe(0);
    expect([...(await store.records.sealedUntil())]).toEqual([
      ['fixtures', 0],
      ['odds', 0],
      ['scores', START + SLOT],
    ]);
    expect([await batches.frozen(), await batches.state(key)]).toEqual([[key], 'frozen']);
    expect(await batches.open('scores', START, START + SLOT)).toEqual([{ ...key, fixtures: 1, updates: 5 }]);
    expect([await batches.find(key), await batches.findFixture(key, ID)]).toEqual([undefined, undefined]);
    await batches.markPublished(key, START);
    await batches.markMissing(key, 'no effect');
    expect(await batches.state(key)).toBe('frozen');

    expect(await failureOf(batches.putBuilt(key, tree, [part, part], START + 10))).toBe('23505');
    expect(await batches.putBuilt(key, tree, [part], START + 10)).toBe(true);
    expect(await batches.putBuilt(key, tree, [part], START + 11)).toBe(false);
    expect(await batches.find(key)).toEqual({ ...key, ...tree, state: 'built', alarm: null });
    expect(await batches.findFixture(key, ID)).toEqual(part);
    expect([await batches.frozen(), await batches.open('scores', START, START + SLOT)]).toEqual([[], []]);
    const rooted = { ...key, root: tree.root, alarm: null };
    expect([await batches.unpublished(), await batches.withdrawn()]).toEqual([[rooted], []]);
    expect([await batches.unproven(), await batches.latestPublished('scores', ID)]).toEqual([[key], undefined]);

    await batches.markPublished(key, START + 20);
    expect([await batches.unpublished(), await batches.unproven()]).toEqual([[], []]);
    expect(await progress()).toEqual({ kind: 'scores', waiting: START + SLOT, published: START, alarms: [] });
    expect([await batches.hasPublished(), await batches.latestPublished('scores', ID)]).toEqual([true, START]);
    expect(await batches.publishedLately(0, START + 20)).toEqual([rooted]);

    // A fork of the chain.
    await batches.markMissing(key, null);
    expect([await batches.unpublished(), await batches.withdrawn()]).toEqual([[], [rooted]]);
    expect(await progress()).toEqual({ kind: 'scores', waiting: START, published: null, alarms: [] });
    const { publishedAt } = (await batches.between('scores', START, START + SLOT))[0] ?? {};
    expect([publishedAt, await batches.latestPublished('scores', ID)]).toEqual([START + 20, undefined]);
    await batches.markMissing(key, 'another root');
    expect(await progress()).toEqual({ kind: 'scores', waiting: START + SLOT, published: null, alarms: [START] });
    expect(await batches.unproven()).toEqual([key, key]);
    await batches.clearAlarm(key);
    await batches.markPublished(key, START + 30);
    expect(await batches.between('scores', START, START + SLOT)).toEqual([
      { ...key, state: 'published', root: tree.root, metadata: tree.metadata, publishedAt: START + 30, alarm: null },
    ]);
    expect(await batches.between('scores', START + 1, START + SLOT)).toEqual([]);
  });

  test('published lately is what a window before the latest publication has', async () => {
    const { batches } = store;
    await appended(store, { fixtures: [fixtureOf(ID)], records: first(15, 'scores') });
    await batches.freeze('scores', START + 3 * SLOT, START);
    for (const [i, frozen] of (await batches.frozen()).entries()) {
      await batches.putBuilt(frozen, tree, [], START);
      await batches.markPublished(frozen, START + 100 * i);
    }
    const lately = async (ms: number, now: number) =>
      (await batches.publishedLately(ms, now)).map(({ slotStart }) => (slotStart - START) / SLOT);
    expect(await lately(100, START + 500)).toEqual([1, 2]);
    expect(await lately(99, START + 500)).toEqual([2]);
    // The publication that a clock noted that was ahead.
    expect(await lately(100, START + 100)).toEqual([0, 1, 2]);
  });

  test('a time is read by fixture, in pages of any size', async () => {
    const { records, keptRecords } = store;
    const ids = [ID + 3, ID, ID + 9, ID + 1, ID + 2];
    // Of one fixture many, of another with gaps, and of each some before and after the time.
    const all = ids.flatMap((fixtureId, i) =>
      Array.from({ length: i === 1 ? 20 : 6 }, (_, n) => {
        const seq = i === 2 ? 10 ** n : n;
        return recordOf('scores', n, { fixtureId, seq, streamSlot: START, streamIndex: 100 * i + n });
      }),
    );
    await appended(store, { fixtures: ids.map((id) => fixtureOf(id)), records: all });
    const range = { from: START + MINUTE, to: START + 17 * MINUTE };
    const place = ({ fixtureId, seq }: NewRecord) => `${fixtureId - ID}/${seq}`;
    const expected = all
      .filter(({ ts }) => ts >= range.from && ts < range.to)
      .sort((a, b) => a.fixtureId - b.fixtureId || a.seq - b.seq)
      .map(place);
    expect(expected).toHaveLength(4 * 5 + 16);
    for (const one of [records, keptRecords])
      for (const limit of [1, 2, 3, 5, 10, 16, 17, 36, 100]) {
        const pages = await pagesOf(one.pagesByFixture('scores', range, limit));
        expect([limit, pages.flat().map(place)]).toEqual([limit, expected]);
        expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(limit);
      }
  });

  test('days are given from one store to another, which then misses what they leave out', async () => {
    const { days, records } = store;
    const scores = [1, 4].map((n) => recordOf('scores', n));
    const history = { state: 'published', frozenAt: 1, builtAt: 2, publishedAt: 3, alarm: null } as const;
    const content = { root: tree.root, metadata: JSON.stringify(tree.metadata), leaves: tree.leaves };
    const batch: WholeBatch = { ...key, ...history, ...content, fixtures: [part], records: scores };
    expect(await failureOf(days.putBatch(batch))).toBe('23503');
    await days.prepare(START + SLOT, [fixtureOf(ID)]);
    expect((await records.kindState('odds')).sealedUntil).toBe(START + SLOT);
    expect([await days.putBatch(batch), await days.putBatch(batch)]).toEqual([2, 0]);

    expect(await days.slotsWithRecords('scores', ALL)).toEqual([START]);
    const { leaves: _leaves, fixtures: _fixtures, records: _records, ...known } = batch;
    expect(await days.batches('scores', ALL)).toEqual([known]);
    expect(await days.trees(key)).toEqual({ leaves: tree.leaves, fixtures: [part] });
    expect(await days.trees({ ...key, kind: 'odds' })).toEqual({ leaves: null, fixtures: [] });
    const { missing, runs } = await records.missingScores();
    const since = scores.map(({ acceptedAt }) => acceptedAt);
    expect([missing, runs]).toEqual([
      3,
      [
        { fixtureId: ID, first: 2, last: 3, since: since[1] },
        { fixtureId: ID, first: 0, last: 0, since: since[0] },
      ],
    ]);
    expect(await records.kindState('scores')).toEqual({ sealedUntil: START + SLOT, streamSlot: START, streamIndex: 5 });

    for (const other of [
      { records: [recordOf('scores', 1, { json: '{"Stats":{}}' }), recordOf('scores', 4)] },
      { records: scores.slice(1) },
      // All are new, beside those that the store has.
      { records: [recordOf('scores', 7)] },
      { root: rootOf(bytes(9)) },
      { leaves: bytes(9) },
      { metadata: '{}' },
      { fixtures: [] },
      { fixtures: [{ ...part, place: 2 }] },
      { fixtures: [{ ...part, firstSeq: 1 }] },
      { fixtures: [{ ...part, summary: '[]' }] },
      { fixtures: [{ ...part, leaves: bytes(9) }] },
    ])
      expect([other, await failureOf(days.putBatch({ ...batch, ...other }))]).toEqual([other, 7124]);
    expect(await days.trees(key)).toEqual({ leaves: tree.leaves, fixtures: [part] });
  });

  test('a day is prepared for only if everything before its end is sealed, and keeps the later fixture', async () => {
    const { days, records } = store;
    await appended(store, { fixtures: [fixtureOf(ID)], records: first(1, 'scores') });
    expect(await failureOf(days.prepare(START + SLOT, [fixtureOf(9)]))).toBe(7127);
    expect([await records.fixture(9), (await records.kindState('fixtures')).sealedUntil]).toEqual([undefined, 0]);
    await store.batches.freeze('scores', START + SLOT, START);
    await days.prepare(START + SLOT, [fixtureOf(ID, { json: '{"Ts":0}' })]);
    expect([await records.fixture(ID), await records.fixturesVersion()]).toEqual([fixtureOf(ID), '0:0']);
    const later = fixtureOf(ID, { competitionId: 3, json: '{"Ts":2}' });
    await days.prepare(START, [later]);
    expect([await records.fixture(ID), await records.fixturesVersion()]).toEqual([later, '0:1']);
    expect(await failureOf(days.prepare(START, [{ ...later, json: '{"Ts":2 }' }]))).toBe(7124);
    expect(await failureOf(days.prepare(START, [{ ...later, sport: 'basketball' }]))).toBe(7124);
  });

  test('leases have one holder until they are released or expire, or would last much too long', async () => {
    const { leases } = store;
    expect(await leases.take('l', 'a', 1_000, 100)).toBe(true);
    expect(await leases.take('l', 'b', 1_099, 100)).toBe(false);
    expect(await leases.take('other', 'b', 1_000, 100)).toBe(true);
    expect(await leases.take('l', 'a', 1_050, 100)).toBe(true);
    expect(await leases.take('l', 'b', 1_149, 100)).toBe(false);
    await leases.giveBack('l', 'b');
    expect(await leases.take('l', 'b', 1_149, 100)).toBe(false);
    expect(await leases.take('l', 'b', 1_150, 100)).toBe(true);
    expect(await leases.take('l', 'a', 1_151, 100)).toBe(false);
    await leases.giveBack('l', 'b');
    expect(await leases.take('l', 'a', 1_152, 100)).toBe(true);
    // Until 1,252: not more than ten times as long, from 252 on.
    expect(await leases.take('l', 'b', 252, 100)).toBe(false);
    expect(await leases.take('l', 'b', 251, 100)).toBe(true);
  });

  test('matches have the state that their records say', async () => {
    const { matches } = store;
    const statuses = [null, 4, 5, 100];
    const fixtures = statuses.map((_, i) =>
      fixtureOf(ID + i, { competitionId: 1 + (i % 2), startTime: START - i, json: '{"GameState":"scheduled"}' }),
    );
    const records = statuses.flatMap((StatusId, i) => {
      const own = { fixtureId: ID + i, seq: 0, streamIndex: i };
      const score = recordOf('scores', 0, { ...own, json: JSON.stringify({ StatusId }) });
      return [score, recordOf('fixtures', 0, { ...own, json: `{"StartTime":${START - 9}}` })];
    });
    await appended(store, { fixtures, records });
    const list = { competitionIds: [1, 2], order: 'earliest', limit: 10 } as const;
    const page = await matches.page(list);
    expect(page.map(({ fixtureId, state }) => [fixtureId - ID, state])).toEqual([
      [3, 'finished'],
      [2, 'finished'],
      [1, 'live'],
      [0, 'scheduled'],
    ]);
    expect(page[0]).toEqual({ ...fixtures[3], updates: 1, state: 'finished', firstStart: START - 9 });
    const idsOf = async (more: object) =>
      (await matches.page({ ...list, ...more })).map(({ fixtureId }) => fixtureId - ID);
    expect(await idsOf({ order: 'latest', limit: 3 })).toEqual([0, 1, 2]);
    expect(await idsOf({ competitionIds: [2] })).toEqual([3, 1]);
    expect(await idsOf({ states: ['live', 'finished'], limit: 2 })).toEqual([3, 2]);
    expect(await idsOf({ after: { startTime: START - 2, fixtureId: ID + 2 } })).toEqual([1, 0]);
    expect(await idsOf({ start: { from: START - 2, to: START } })).toEqual([2, 1]);
    expect(await idsOf({ fixtureId: ID + 1, sport: 'basketball' })).toEqual([]);
    expect((await matches.competitions()).sort()).toEqual([1, 2]);
    expect(await matches.latest([ID + 1, ID], 1)).toEqual([
      { fixtureId: ID, json: '{"StatusId":null}' },
      { fixtureId: ID + 1, json: '{"StatusId":4}' },
    ]);
  });

  test('the state of a match comes from one of its last eight scores', async () => {
    const { matches } = store;
    const json = '{"GameState":"scheduled"}';
    const scores = first(9, 'scores').map((one) => ({ ...one, json: one.seq === 0 ? '{"StatusId":100}' : '{}' }));
    const state = async () =>
      (await matches.page({ competitionIds: [1], order: 'latest', limit: 1 })).map((match) => match.state);
    await appended(store, { fixtures: [fixtureOf(ID, { json })], records: scores.slice(0, 8) });
    expect(await state()).toEqual(['finished']);
    await appended(store, { records: scores.slice(8) });
    expect(await state()).toEqual(['scheduled']);
  });

  test('a store says whether it can be reached and written to, and does nothing once it is closed', async () => {
    await store.ping();
    await store.tryWrite();
    expect(await store.time()).toSatisfy(Number.isSafeInteger);
    expect([store.writes.failure, store.writes.waited]).toEqual([null, 0]);
    const other = await database.another();
    await other.close();
    await expect(other.ping()).rejects.toThrow();
    await expect(other.leases.take('l', 'a', 0, 1)).rejects.toThrow();
    await store.ping();
  });
});
