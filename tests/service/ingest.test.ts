import { beforeEach, describe, expect, test } from 'vitest';
import { LinesmanError, relayed } from '../../ts/sdk/error/linesmanError.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { acceptedTime } from '../../ts/service/data/ingest/acceptedTime.js';
import type { Fields } from '../../ts/service/data/ingest/fields.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import { ingestLines, type RefusedLine } from '../../ts/service/data/ingest/ingestLines.js';
import type { StoredRecord } from '../../ts/service/data/store/recordStore.js';
import type { Store } from '../../ts/service/data/store/store.js';
import { itemsOf } from '../helpers/pagesOf.js';
import { sharedDatabase } from '../helpers/service/database.js';
import { matchFeed, oddsOnWire, START } from '../helpers/service/feed.js';
import { until } from '../helpers/service/until.js';

const SLOT = 300_000;
const HOUR = 12 * SLOT;
const ID = 12_000_001;

const database = sharedDatabase();
let store: Store;
let clock: ManualClock;
let ingest: Ingest;
let stored: StoredRecord[];
beforeEach(async () => {
  store = await database.fresh();
  clock = new ManualClock(START + 20_000);
  stored = [];
  ingest = new Ingest({ store, clock, onAccepted: (records) => stored.push(...records) });
});

const feed = matchFeed('soccer', ID, 'ingest');
const [fixture] = feed.wire;
const score = (more: Fields = {}) => ({
  FixtureId: ID,
  Seq: 0,
  Ts: START + 10_000,
  Action: 'status',
  Id: 1,
  StatusId: 2,
  Confirmed: true,
  Stats: {},
  ...more,
});
const odds = (more: Fields = {}) => ({
  ...oddsOnWire(feed.odds[0] as (typeof feed.odds)[0]),
  Ts: START + 10_000,
  ...more,
});
const announced = () => ingest.accept({ ...fixture, Ts: START });
const refused = async (record: string | object): Promise<unknown> => {
  try {
    return await ingest.accept(record);
  } catch (error) {
    if (error instanceof LinesmanError) return [error.number, error.context.path];
    throw error;
  }
};
const accepted = async (record: string | object) => {
  const { status, record: stored } = await ingest.accept(record);
  expect(status).toBe('accepted');
  return stored;
};

describe('the time of a record', () => {
  const now = START + 20_000;
  const time = { kind: 'scores', feedTs: START + 10_000, lastTs: 0, sealedUntil: 0, now } as const;

  test('is its own', () => {
    expect(acceptedTime(time)).toBe(time.feedTs);
    expect(acceptedTime({ ...time, lastTs: time.feedTs, sealedUntil: START })).toBe(time.feedTs);
    expect(acceptedTime({ ...time, feedTs: 5 })).toBe(5);
    expect(acceptedTime({ ...time, feedTs: START + SLOT - 1 })).toBe(START + SLOT - 1);
  });

  test("is the earliest possible when its own is before the fixture's last, or in a sealed slot", () => {
    expect(acceptedTime({ ...time, lastTs: time.feedTs + 1 })).toBe(time.feedTs + 1);
    expect(acceptedTime({ ...time, feedTs: START - 1, sealedUntil: START })).toBe(START);
    expect(acceptedTime({ ...time, feedTs: START - 1, lastTs: START + 5, sealedUntil: START })).toBe(START + 5);
  });

  test('is the same for two ingesters of one feed, whenever its records reach them', () => {
    // Late by up to ten minutes, in the order in which the feed sends them.
    const feed = Array.from({ length: 200 }, (_, i) => START + 3_000 * i - ((i * 7_919) % 600_000));
    const timesAt = (delay: (i: number) => number): number[] => {
      let lastTs = 0;
      return feed.map((feedTs, i) => {
        lastTs = acceptedTime({
          kind: 'scores',
          feedTs,
          lastTs,
          sealedUntil: START,
          now: START + 3_000 * i + delay(i),
        });
        return lastTs;
      });
    };
    expect(timesAt((i) => (i * 31) % 4_000)).toEqual(timesAt(() => 0));
  });

  test('is now when its own is in a later slot', () => {
    expect(acceptedTime({ ...time, feedTs: START + SLOT })).toBe(now);
    expect(acceptedTime({ ...time, kind: 'fixtures', feedTs: START + SLOT })).toBe(START + SLOT);
  });

  test("neither decreases nor falls into a sealed slot when the machine's clock was set back", () => {
    expect(acceptedTime({ ...time, lastTs: now + 7 })).toBe(now + 7);
    expect(acceptedTime({ ...time, sealedUntil: START + SLOT })).toBe(START + SLOT);
  });
});

describe('a record', () => {
  test('is stored as sent when its time stays', async () => {
    await announced();
    const ts = START + 10_000;
    const text = `{"Seq":0, "FixtureId": ${ID},"Ts":${ts},"Action":"a","Id":1,\n"Stats":{}, "More":"\\u0001é"}`;
    await accepted(text);
    expect((await store.records.find('scores', ID, 0))?.json).toBe(text);
  });

  test('otherwise carries the time it was given', async () => {
    await announced();
    await store.batches.freeze('scores', START, clock.now());
    const stored = await accepted(score({ Ts: START - 1 }));
    expect(stored.ts).toBe(START);
    expect(JSON.parse(stored.json)).toEqual(score({ Ts: START }));
    // A repeat is compared with what was originally sent.
    expect(await ingest.accept(score({ Ts: START - 1 }))).toMatchObject({
      status: 'repeated',
      record: { ts: stored.ts },
    });
  });

  test('of any kind is recognised as a repeat even if it was too late for its own time', async () => {
    const late = [
      { ...fixture, Ts: START - 3 * HOUR },
      score({ Ts: START - 1 }),
      odds({ Ts: START - 1 }),
      { ...fixture, Ts: START - 2 * HOUR, GameState: 'live' },
    ];
    for (const kind of ['scores', 'odds', 'fixtures'] as const) await store.batches.freeze(kind, START, clock.now());
    const first = await ingest.acceptAll(late);
    expect(first).toMatchObject(late.map(() => ({ status: 'accepted', record: { ts: START } })));
    const latest = (await store.records.fixture(ID))?.json;
    expect(JSON.parse(latest ?? '')).toMatchObject({ Ts: START, GameState: 'live' });
    // Later, in sealed slots again, with other records.
    clock.advance(5 * HOUR);
    for (const kind of ['scores', 'odds', 'fixtures'] as const)
      await store.batches.freeze(kind, START + 4 * HOUR, clock.now());
    const again = first.map((acceptance) => ({ ...acceptance, status: 'repeated', competitionId: undefined }));
    expect(await ingest.acceptAll([...late, ...late])).toEqual([...again, ...again]);
    for (const record of late) expect(await ingest.accept(record)).toMatchObject({ status: 'repeated' });
    expect((await store.records.fixture(ID))?.json).toBe(latest);
    expect((await itemsOf(store.records.pagesOfFixture('fixtures', ID))).length).toBe(2);
    expect(stored.length).toBe(late.length);
  });

  test('requires its fixture first', async () => {
    expect(await refused(score())).toEqual([7041, '$.FixtureId']);
    expect(await refused(odds())).toEqual([7041, '$.FixtureId']);
    await announced();
    await accepted(score());
    await accepted(odds());
    expect((await store.records.fixture(ID))?.sport).toBe('soccer');
  });

  test('comes in the order of its numbers, without a gap', async () => {
    await announced();
    expect(await refused(score({ Seq: 1 }))).toEqual([7043, '$.Seq']);
    await accepted(score());
    expect(await refused(score({ Seq: 2 }))).toEqual([7043, '$.Seq']);
    await accepted(score({ Seq: 1 }));
    expect((await itemsOf(store.records.pagesOfFixture('scores', ID))).map(({ seq }) => seq)).toEqual([0, 1]);
  });

  test('a repeat changes nothing, and is refused with other content', async () => {
    const first = await announced();
    await accepted(score());
    await accepted(odds());
    const { Stats, ...rest } = score();
    // Another order of names is the same content.
    expect(await ingest.accept({ Stats, ...rest })).toMatchObject({ status: 'repeated', record: { seq: 0 } });
    expect(await ingest.accept(odds())).toMatchObject({ status: 'repeated' });
    expect(await ingest.accept({ ...fixture, Ts: START })).toEqual({
      status: 'repeated',
      form: 'documented',
      record: first.record,
    });
    expect(await refused(score({ Action: 'goal' }))).toEqual([7042, '$.Seq']);
    expect(await refused(odds({ Bookmaker: 'Other' }))).toEqual([7042, '$.MessageId']);
    expect(stored.length).toBe(3);
    for (const kind of ['scores', 'odds', 'fixtures'] as const)
      expect((await itemsOf(store.records.pagesOfFixture(kind, ID))).length).toBe(1);
  });

  test('must have the sport of its fixture', async () => {
    await announced();
    expect(await refused(score({ SportId: 2 }))).toEqual([7044, '$.SportId']);
    expect(await refused(score({ SportId: 3 }))).toEqual([7007, '$.SportId']);
    expect(await refused({ ...fixture, Sport: 'basketball' })).toEqual([7044, '$.Sport']);
    await accepted(score({ SportId: 1 }));
  });

  test('that no tree can hold is refused', async () => {
    await announced();
    const cases: [string | object, number][] = [
      ['{', 7040],
      ['[]', 7040],
      ['null', 7040],
      [{ FixtureId: ID }, 7040],
      ['{"Seq":0,"x":"\ud800"}', 7040],
      [score({ Stats: null }), 7040],
      [score({ Stats: { '01': 1 } }), 7040],
      [score({ Stats: { 1: 0.5 } }), 7003],
      [score({ Stats: { 1: 2 ** 31 } }), 7003],
      [score({ Stats: { 4294967296: 1 } }), 7003],
      [score({ StatusId: '2' }), 7003],
      [score({ Seq: -1 }), 7003],
      [score({ Ts: '1' }), 7003],
      [score({ Ts: 65_536 * 86_400_000 }), 6027],
      [score({ Action: 'a\0' }), 7040],
      [score({ FixtureId: 2 ** 53 }), 7003],
      [odds({ Prices: [1_500] }), 6001],
      [odds({ Bookmaker: null }), 7003],
      [odds({ MessageId: 'a\0' }), 7040],
      [{ ...fixture, FixtureId: 2 ** 48 }, 7003],
      [{ ...fixture, Sport: 'curling' }, 7007],
      [{ ...fixture, CompetitionId: '1' }, 7003],
    ];
    for (const [record, number] of cases)
      expect([record, ((await refused(record)) as unknown[])[0]]).toEqual([record, number]);
    // 64 bytes could be two hashes.
    const short = {
      ...odds(),
      MessageId: 'x',
      Bookmaker: '',
      SuperOddsType: '',
      MarketParameters: null,
      MarketPeriod: null,
    };
    const bare = { ...short, PriceNames: [], Prices: [] };
    const missing = 64 - (8 + 4 + 1 + 8 + 4 + 4 + 4 + 3 + 1 + 4 + 4);
    expect(await refused({ ...bare, Bookmaker: 'b'.repeat(missing) })).toEqual([6102, undefined]);
    await accepted({ ...bare, Bookmaker: 'b'.repeat(missing + 1) });
  });

  test('is validated first', async () => {
    const strict = new Ingest({
      store,
      clock,
      validate: (kind, record) => {
        if (record.Id === 13) throw relayed(7040, { sentence: `no ${kind} 13` }, { path: '$.Id' });
      },
    });
    await announced();
    await expect(strict.accept(score({ Id: 13 }))).rejects.toMatchObject({ number: 7040, message: 'no scores 13' });
    await strict.accept(score());
  });
});

describe('positions in the stream', () => {
  test('count all records of a kind within the slot of acceptance and never go back', async () => {
    const place = async (record: object) => {
      const { streamSlot, streamIndex } = await accepted(record);
      return [streamSlot, streamIndex];
    };
    const other = matchFeed('soccer', ID + 1, 'other').wire[0];
    await announced();
    expect(await place({ ...other, Ts: START })).toEqual([START, 1]);
    expect(await place(score())).toEqual([START, 0]);
    expect(await place(score({ FixtureId: ID + 1 }))).toEqual([START, 1]);
    expect(await place(odds())).toEqual([START, 0]);
    clock.set(START + SLOT);
    // It belongs to the previous slot, which is not sealed. A reader past that position must still get it.
    expect(await place(score({ Seq: 1, Ts: START + SLOT - 1 }))).toEqual([START + SLOT, 0]);
    clock.set(START + SLOT - 1);
    expect(await place(score({ Seq: 2, Ts: START + SLOT - 1 }))).toEqual([START + SLOT, 1]);
    const after = await store.records.streamAfter('scores', { slot: START, index: 0 }, 2);
    expect(after.map(({ streamSlot, streamIndex }) => [streamSlot, streamIndex])).toEqual([
      [START, 1],
      [START + SLOT, 0],
    ]);
  });

  test('are announced in order, even when many are accepted at once', async () => {
    await announced();
    const results = await Promise.all(Array.from({ length: 12 }, (_, Seq) => ingest.accept(score({ Seq }))));
    expect(results.map(({ record }) => record.streamIndex)).toEqual(results.map((_, i) => i));
    expect(stored.slice(1).map(({ seq }) => seq)).toEqual(results.map((_, i) => i));
    expect(stored.at(-1)).toMatchObject({ competitionId: fixture?.CompetitionId, label: 'status' });
  });
});

describe('lists', () => {
  test('are of a time, of a fixture, or the latest of each action', async () => {
    await announced();
    const actions = ['a', 'b', 'a', 'c', 'b'];
    for (const [Seq, Action] of actions.entries()) await ingest.accept(score({ Seq, Action, Ts: START + Seq * 1_000 }));
    const seqs = (records: readonly StoredRecord[]) => records.map(({ seq }) => seq);
    const { records } = store;
    expect(seqs(await records.latestOfEach('scores', ID, { from: 0, to: START + 10_000 }))).toEqual([2, 3, 4]);
    expect(seqs(await records.latestOfEach('scores', ID, { from: 0, to: START + 2_001 }))).toEqual([1, 2]);
    expect(seqs(await itemsOf(records.pagesInRange('scores', { from: START + 1_000, to: START + 3_000 })))).toEqual([
      1, 2,
    ]);
    expect(
      await itemsOf(records.pagesInRange('scores', { from: 0, to: START + 10_000 }, { fixtureId: ID + 1 })),
    ).toEqual([]);
    expect((await records.fixtures({ start: { from: 0, to: 1 } })).length).toBe(0);
    expect((await records.fixtures({ competitionId: fixture?.CompetitionId as number })).length).toBe(1);
  });
});

describe('lines', () => {
  const lines = feed.wire.map((record) => JSON.stringify(record));
  beforeEach(() => clock.set(START + 10 ** 8));

  test('are all stored in batches of any size, and not a second time', async () => {
    for (const batch of [1, 7, 1_000]) {
      store = await database.fresh();
      ingest = new Ingest({ store, clock });
      const counts = await ingestLines(ingest, lines, { batch });
      expect(counts).toEqual({ accepted: lines.length, repeated: 0, refused: 0, lastLine: lines.length });
      const again = await ingestLines(ingest, lines, { batch: 50 });
      expect(again).toEqual({ accepted: 0, repeated: lines.length, refused: 0, lastLine: lines.length });
      const stored = await itemsOf(store.records.pagesOfFixture('scores', ID));
      expect(stored.map(({ json }) => JSON.parse(json))).toEqual(feed.match.records);
    }
  });

  test('that are refused are named and stop nothing', async () => {
    const refusals: RefusedLine[] = [];
    const given = [lines[0] ?? '', '', 'nonsense', ...lines.slice(1), JSON.stringify(score({ Seq: 10 ** 6 }))];
    const counts = await ingestLines(ingest, given, { batch: 4, onRefused: (refused) => refusals.push(refused) });
    expect(counts).toEqual({ accepted: lines.length, repeated: 0, refused: 2, lastLine: given.length });
    expect(refusals.map(({ line, path, error }) => [line, path, error.number])).toEqual([
      [3, '$', 7040],
      [given.length, '$.Seq', 7043],
    ]);
  });

  test('that were read are stored when the reading is aborted', async () => {
    const stop = new AbortController();
    async function* endless() {
      yield* lines.slice(0, 5);
      stop.abort();
      yield lines[5] ?? '';
      await new Promise(() => {});
    }
    const counts = await ingestLines(ingest, endless(), { signal: stop.signal, batch: 100 });
    expect(counts.accepted).toBe(counts.lastLine);
    expect(counts.accepted).toBeGreaterThanOrEqual(5);
    const rest = await ingestLines(ingest, lines.slice(counts.lastLine));
    expect(rest.accepted).toBe(lines.length - counts.lastLine);
  });

  test('do not wait for later ones', async () => {
    const progress: number[] = [];
    let release = () => {};
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    async function* halting() {
      yield* lines.slice(0, 3);
      await waiting;
      yield lines[3] ?? '';
    }
    const onProgress = (line: number) => {
      progress.push(line);
      release();
    };
    await ingestLines(ingest, halting(), { onProgress, batch: 100 });
    expect(progress.at(-1)).toBe(4);
    expect(progress[0]).toBeLessThanOrEqual(3);
  });

  describe('while earlier ones are being stored', () => {
    /** An ingest whose database stores on command, with the lines read, submitted and acknowledged. */
    function slowly() {
      const seen = { read: [] as unknown[], sent: [] as number[], reported: [] as number[] };
      const open: { resolve: () => void; reject: (error: Error) => void }[] = [];
      const { records } = store;
      const append: typeof records.append = async (keys, decide) => {
        await records.append(keys, (state) => {
          const append = decide(state);
          seen.sent.push(append.records.length);
          return append;
        });
        await new Promise<void>((resolve, reject) => open.push({ resolve, reject }));
      };
      const slow = new Ingest({
        store: { records: { append } } as unknown as Store,
        clock,
        validate: (_, { Seq }) => seen.read.push(Seq),
        onAccepted: (records) => stored.push(...records),
      });
      const onProgress = (line: number) => seen.reported.push(line);
      return { slow, seen, open, onProgress };
    }

    test('one batch more is read, each line once', async () => {
      const { slow, seen, open, onProgress } = slowly();
      const all = ingestLines(slow, lines.slice(0, 9), { batch: 3, onProgress });
      await until(() => open.length === 1 && seen.read.length === 6);
      // However long it takes, nothing more is read, sent or acknowledged.
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
      expect(seen).toMatchObject({ read: { length: 6 }, sent: [3], reported: [] });
      for (const batch of [0, 1, 2]) {
        await until(() => open.length > batch);
        open[batch]?.resolve();
      }
      expect(await all).toMatchObject({ accepted: 9, lastLine: 9 });
      expect(seen).toMatchObject({ read: { length: 9 }, sent: [3, 3, 3], reported: [3, 6, 9] });
      const scores = stored.filter(({ kind }) => kind === 'scores');
      expect(scores.map(({ seq }) => seq)).toEqual(scores.map((_, i) => i));
    });

    test('are not stored when the earlier ones fail, even at the end of the source', async () => {
      for (const isEndless of [false, true]) {
        store = await database.fresh();
        const { slow, seen, open, onProgress } = slowly();
        const source = async function* () {
          yield* lines.slice(0, 8);
          if (isEndless) await new Promise(() => {});
        };
        const all = ingestLines(slow, source(), { batch: 4, onProgress });
        await until(() => open.length === 1 && seen.read.length === 8);
        open[0]?.reject(new Error('gone'));
        await expect(all).rejects.toThrow('gone');
        expect(seen).toMatchObject({ sent: [4], reported: [] });
      }
    });

    test('are acknowledged after them, whatever happens to the source', async () => {
      const { slow, open, onProgress, seen } = slowly();
      const source = async function* () {
        yield* lines.slice(0, 4);
        throw new Error('the pipe broke');
      };
      const all = ingestLines(slow, source(), { batch: 4, onProgress });
      await until(() => open.length === 1);
      open[0]?.resolve();
      await expect(all).rejects.toThrow('the pipe broke');
      expect(seen.reported).toEqual([4]);
    });

    test('are collected as they come, and stored together', async () => {
      const { slow, seen, open } = slowly();
      let given = 0;
      const source = async function* () {
        yield lines[0] ?? '';
        await until(() => open.length === 1);
        for (const line of lines.slice(1, 6)) {
          given++;
          yield line;
          for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
        }
      };
      const all = ingestLines(slow, source(), { batch: 100 });
      await until(() => given === 5);
      open[0]?.resolve();
      await until(() => open.length === 2);
      open[1]?.resolve();
      expect(await all).toMatchObject({ accepted: 6 });
      expect(seen.sent).toEqual([1, 5]);
    });

    test('are refused in the usual way, with the same line twice', async () => {
      const { slow, open } = slowly();
      const refusals: RefusedLine[] = [];
      const given = [lines[0] ?? '', lines[1] ?? '', 'nonsense', 'nonsense', lines[1] ?? '', lines[2] ?? ''];
      const all = ingestLines(slow, given, { batch: 2, onRefused: (refused) => refusals.push(refused) });
      for (const batch of [0, 1]) {
        await until(() => open.length > batch);
        open[batch]?.resolve();
      }
      expect(await all).toEqual({ accepted: 3, repeated: 1, refused: 2, lastLine: 6 });
      expect(refusals.map(({ line, error }) => [line, error.number])).toEqual([
        [3, 7040],
        [4, 7040],
      ]);
    });
  });

  test('are not acknowledged when the database fails', async () => {
    const broken = new Ingest({
      store: { records: { append: async () => Promise.reject(new Error('gone')) } } as unknown as Store,
      clock,
    });
    const progress: number[] = [];
    await expect(ingestLines(broken, lines, { onProgress: (line) => progress.push(line) })).rejects.toThrow('gone');
    expect(progress).toEqual([]);
  });
});

test('a thousand scores at a time are stored, and recognised as repeats when sent again', async () => {
  await announced();
  const many = Array.from({ length: 1_000 }, (_, Seq) => score({ Seq }));
  const statuses = async () =>
    (await ingest.acceptAll(many)).map((result) => (result instanceof LinesmanError ? result.message : result.status));
  expect(new Set(await statuses())).toEqual(new Set(['accepted']));
  expect(await itemsOf(store.records.pagesOfFixture('scores', ID))).toHaveLength(1_000);
  expect(new Set(await statuses())).toEqual(new Set(['repeated']));
  expect(await itemsOf(store.records.pagesOfFixture('scores', ID))).toHaveLength(1_000);
});
