import { Kysely, PostgresDialect } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { encodeFixture } from '../../ts/records/record/fixture.js';
import { encodeOdds } from '../../ts/records/record/odds.js';
import { encodeScores, type ScoresRecord } from '../../ts/records/record/scores/scoresRecord.js';
import { slotTimeOf } from '../../ts/sdk/format/slotTime.js';
import { matchRecords } from '../../ts/season/matchRecords.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import { validateRecord } from '../../ts/service/data/ingest/validateRecord.js';
import { isKept, KeptRecordStore } from '../../ts/service/data/store/keptRecordStore.js';
import type { Store } from '../../ts/service/data/store/store.js';
import type { Tables } from '../../ts/service/data/store/tables.js';
import type { Encoders } from '../../ts/service/edge/answer/encoders.js';
import { keptEncoders, recordEncoders } from '../../ts/service/edge/answer/encoders.js';
import type { OddsEntry, RecordsOfStore, ScoresEntry } from '../../ts/service/edge/answer/records.js';
import { isKeptRecord, storeRecords } from '../../ts/service/edge/answer/storeRecords.js';
import { jsonList } from '../../ts/service/edge/http/endpoint.js';
import { itemsOf, pagesOf } from '../helpers/pagesOf.js';
import { sharedDatabase } from '../helpers/service/database.js';

const START = 1_800_000_000_000;
const SLOT = 300_000;
const HOUR = 12 * SLOT;
const SPORTS = ['soccer', 'basketball', 'us-football'] as const;
const IDS = SPORTS.map((_, i) => 12_000_001 + i);
const matches = SPORTS.map((sport, i) =>
  matchRecords({ seed: 'kept', sport, fixtureId: IDS[i] as number, startTime: START, tempo: 0.15 }),
);
const announced = (i: number, more: object = {}) => {
  const [first] = matches[i]?.fixtures ?? [];
  if (!first) throw new Error('no fixture');
  return {
    ...encodeFixture(first),
    FixtureId: IDS[i],
    Sport: first.sport,
    GameState: first.gameState,
    Ts: START,
    ...more,
  };
};

const database = sharedDatabase();
let store: Store;
let ingest: Ingest;
beforeAll(async () => {
  store = await database.fresh();
  const clock = new ManualClock(START);
  ingest = new Ingest({ store, clock, validate: validateRecord });
  for (const i of IDS.keys()) await ingest.accept(announced(i));
  const all = matches.flatMap(({ scores, odds }) => [
    ...scores.slice(0, 120).map((record) => encodeScores(record as ScoresRecord, 'snapshot')),
    ...odds.slice(0, 300).map((record) => encodeOdds(record)),
  ]);
  for (const record of all.sort((a, b) => Number(a.Ts) - Number(b.Ts))) {
    clock.set(Math.max(clock.now(), Number(record.Ts)));
    await ingest.accept(record);
  }
});

/** Every list, as text, over the time of the matches. */
async function answers(records: RecordsOfStore, encoders: Encoders): Promise<string[]> {
  const texts: string[] = [];
  const add = async (items: readonly (object | string)[]): Promise<void> => {
    const answer = jsonList([items], (item) => item);
    let text = '';
    if (answer.kind === 'list') for await (const piece of answer.list.pieces) text += piece;
    expect(text).toBe(`[${items.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))).join(',')}]`);
    texts.push(text);
  };
  const odds = async (entries: readonly OddsEntry[]): Promise<void> => {
    texts.push(JSON.stringify(entries.map(({ record: _, ...entry }) => entry)));
    for (const wire of ['described', 'observed'] as const)
      await add(entries.map(({ record }) => encoders.odds(record, wire)));
  };
  const scores = async (entries: readonly ScoresEntry[]): Promise<void> => {
    texts.push(JSON.stringify(entries.map(({ record: _, ...entry }) => entry)));
    for (const wire of ['described', 'observed'] as const)
      for (const form of ['snapshot', 'historical'] as const)
        await add(entries.map(({ record }) => encoders.scores(record, form, wire)));
  };
  for (const filter of [
    {},
    { competitionId: 1 },
    { startEpochDay: Math.floor(START / 86_400_000) },
    { startEpochDay: 60_000 },
  ]) {
    const entries = await itemsOf(records.fixtures(filter));
    texts.push(JSON.stringify(entries.map(({ leagueId, fixtureId }) => [leagueId, fixtureId])));
    await add(entries.map(({ record }) => encoders.fixture(record, 'described')));
  }
  for (let at = START - HOUR; at < START + 3 * HOUR; at += 4 * SLOT) {
    for (const id of [undefined, ...IDS, 1]) {
      await odds(await itemsOf(records.oddsOfSlot(slotTimeOf(at), id)));
      await scores(await itemsOf(records.scoresOfSlot(slotTimeOf(at), id)));
      if (id === undefined) continue;
      await odds(await records.latestOdds(id, 0, at));
      await odds(await records.oddsAround(id, at - (at % SLOT), at));
      await scores(await records.latestScores(id, at));
    }
  }
  for (const id of IDS) await scores(await itemsOf(records.scoresOf(id)));
  for (const { odds: all } of matches)
    for (const one of all.slice(0, 5)) {
      const found = await records.oddsMessage(one.messageId, one.ts);
      await odds(found ? [found] : []);
    }
  return texts;
}

const plain = () => answers(storeRecords({ records: store.records }), recordEncoders);
const keptStore = (most?: number) =>
  new KeptRecordStore(
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool: database.pool as never }) }),
    database.pool,
    most,
  );

test.each([
  ['everything', undefined],
  ['some records', 20_000],
  ['one record', 1],
] as const)(
  'answers are the same bytes as without the cache, the first time and later, when it holds %s',
  async (_, most) => {
    const records = storeRecords({ records: keptStore(most) });
    const encoders = keptEncoders(recordEncoders, isKeptRecord);
    const expected = await plain();
    expect(expected.join('').length).toBeGreaterThan(100_000);
    expect(await answers(records, encoders)).toEqual(expected);
    expect(await answers(records, encoders)).toEqual(expected);
  },
);

test('a record that is kept is the same object each time, and one that has no room is read again', async () => {
  const [id] = IDS as [number];
  const isKept = async (records: KeptRecordStore) => {
    const [first, later] = [
      await itemsOf(records.pagesOfFixture('odds', id)),
      await itemsOf(records.pagesOfFixture('odds', id)),
    ];
    return first.map((record, i) => record === later[i]);
  };
  expect(new Set(await isKept(keptStore()))).toEqual(new Set([true]));
  const { length } = await itemsOf(store.records.pagesOfFixture('odds', id));
  expect(length).toBeGreaterThan(100);
  expect((await isKept(keptStore(1))).filter((same) => same).length).toBeLessThanOrEqual(1);
});

test('of a long list four pages are kept, so that whoever reads whole slots pushes out nothing of others', async () => {
  const [id] = IDS as [number];
  const range = { from: 0, to: Number.MAX_SAFE_INTEGER };
  const records = keptStore();
  for (const pages of [records.pagesInRange('odds', range, { limit: 20 }), records.pagesOfFixture('odds', id, 20)]) {
    const read = await pagesOf(pages);
    expect(read.length).toBeGreaterThan(5);
    expect(read.map((page) => page.filter(isKept).length)).toEqual(read.map((page, i) => (i < 4 ? page.length : 0)));
  }
  expect((await itemsOf(records.pagesOfFixture('odds', id))).every(isKept)).toBe(true);
});

test('a changed fixture is shown as it is, and its records with its current competition', async () => {
  const records = storeRecords({ records: keptStore() });
  const encoders = keptEncoders(recordEncoders, isKeptRecord);
  const before = await answers(records, encoders);
  expect(await plain()).toEqual(before);
  await ingest.accept(announced(0, { CompetitionId: 777, Ts: START + 5 * HOUR }));
  const expected = await plain();
  expect(expected).not.toEqual(before);
  expect(await answers(records, encoders)).toEqual(expected);
});
