import { beforeEach, describe, expect, test } from 'vitest';
import { encodeFixture } from '../../ts/records/record/fixture.js';
import { encodeScores } from '../../ts/records/record/scores/scoresRecord.js';
import { ERRORS } from '../../ts/sdk/error/errors.js';
import { slotTimeOf } from '../../ts/sdk/format/slotTime.js';
import { OracleKey } from '../../ts/sdk/node/oracleKey.js';
import { matchRecords } from '../../ts/season/matchRecords.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import { validateRecord } from '../../ts/service/data/ingest/validateRecord.js';
import type { StoredRecord } from '../../ts/service/data/store/recordStore.js';
import type { Store } from '../../ts/service/data/store/store.js';
import { storeProofs } from '../../ts/service/edge/answer/storeProofs.js';
import { storeRecords } from '../../ts/service/edge/answer/storeRecords.js';
import { refusalOf } from '../../ts/service/edge/http/refusal.js';
import { eventsOf } from '../../ts/service/edge/stream/eventsOf.js';
import { MemoryEventWindow } from '../../ts/service/edge/stream/eventWindow.js';
import { eventFrame } from '../../ts/service/edge/stream/frame.js';
import { refillWindow } from '../../ts/service/edge/stream/refillWindow.js';
import { Proofs } from '../../ts/service/roots/proofs/proofs.js';
import { itemsOf } from '../helpers/pagesOf.js';
import { sharedDatabase, statements } from '../helpers/service/database.js';
import { numberOf } from '../helpers/thrown.js';

const START = 1_800_000_000_000;
const MINUTE = 60_000;
const KEY = new OracleKey(new Uint8Array(32).fill(77));
const FIXTURES = [12_000_001, 12_000_002];
/** The first records of two matches, whose times the tests set. */
const matches = FIXTURES.map((fixtureId) =>
  matchRecords({ seed: 'adapters', sport: 'soccer', fixtureId, startTime: START, tempo: 0.15 }),
);

const database = sharedDatabase();
let store: Store;
let clock: ManualClock;
let ingest: Ingest;
let stored: StoredRecord[];
beforeEach(async () => {
  store = await database.fresh();
  clock = new ManualClock(START + MINUTE);
  stored = [];
  ingest = new Ingest({ store, clock, validate: validateRecord, onAccepted: (records) => stored.push(...records) });
  for (const { fixtures } of matches) {
    const [first] = fixtures;
    if (!first) throw new Error('no fixture');
    await ingest.accept({ ...encodeFixture(first), Sport: first.sport, GameState: first.gameState });
  }
});

/** Sends score record `seq` of match `i` with this time. */
async function send(i: number, seq: number, Ts: number): Promise<void> {
  const record = matches[i]?.scores[seq];
  if (!record) throw new Error('no record');
  await ingest.accept({ ...encodeScores(record, 'snapshot'), Ts });
}
const place = ({ fixtureId, seq }: { readonly fixtureId: number; readonly seq: number }) => [fixtureId, seq];

test('lists are in order of acceptance, whatever the times of the feeds', async () => {
  await send(0, 0, START + 3_000);
  await send(1, 0, START + 1_000);
  await send(0, 1, START + 4_000);
  await send(1, 1, START + 2_000);
  const [one, two] = FIXTURES;
  expect((await itemsOf(storeRecords(store).scoresOfSlot(slotTimeOf(START)))).map(place)).toEqual([
    [one, 0],
    [two, 0],
    [one, 1],
    [two, 1],
  ]);
  expect(
    (await itemsOf(storeRecords(store).fixtureUpdates(...hourOf(stored[0]?.ts ?? 0)))).map((each) => each.fixtureId),
  ).toEqual(FIXTURES);
});
const hourOf = (ts: number): [number, number] => [
  Math.floor(ts / 86_400_000),
  Math.floor((ts % 86_400_000) / 3_600_000),
];

test('records that cannot be written in every form are refused', async () => {
  const record = encodeScores(matches[0]?.scores[0] as never, 'snapshot');
  expect(await numberOf(ingest.accept({ ...record, Clock: { running: true, seconds: 0 }, Unknown: 1 }))).toBe(7004);
  expect(await numberOf(ingest.accept({ ...record, StatusId: 77 }))).toBe(7031);
  expect(await numberOf(ingest.accept(record))).toBe(true);
});

test('a frame is encoded once for each wire that is requested', async () => {
  for (const seq of [0, 1, 2]) await send(0, seq, START);
  const events = stored.flatMap(eventsOf);
  expect(events.length).toBe(3);
  for (const [i, { id, frames }] of events.entries()) {
    const record = matches[0]?.scores[i];
    if (!record) throw new Error('no record');
    for (const [wire, form] of [
      ['observed', 'observed'],
      ['described', 'snapshot'],
    ] as const) {
      const frame = frames[wire];
      expect(frame).toEqual(eventFrame(id, encodeScores({ ...record, Ts: START }, form)));
      expect(frames[wire]).toBe(frame);
    }
  }
});

describe('the window of a stream', () => {
  test('is the same after a restart, with late records in their places, however many are read at a time', async () => {
    const window = new MemoryEventWindow(clock.now);
    const at = async (time: number, i: number, seq: number, ts = time): Promise<void> => {
      clock.set(time);
      await send(i, seq, ts);
    };
    await at(START + MINUTE, 0, 0);
    await at(START + 6 * MINUTE, 0, 1);
    await at(START + 7 * MINUTE, 0, 2);
    // Late: of the first slot, accepted in the second.
    await at(START + 8 * MINUTE, 1, 0, START + 2 * MINUTE);
    await at(START + 11 * MINUTE, 0, 3);
    for (const event of stored.flatMap(eventsOf)) window.append(event);
    const before = window.kept('scores');
    expect(before.map(({ id, fixtureId, ts }) => [id, fixtureId, ts - START])).toEqual([
      [`${START + 5 * MINUTE}:0`, FIXTURES[0], 6 * MINUTE],
      [`${START + 5 * MINUTE}:1`, FIXTURES[0], 7 * MINUTE],
      [`${START + 5 * MINUTE}:2`, FIXTURES[1], 2 * MINUTE],
      [`${START + 10 * MINUTE}:0`, FIXTURES[0], 11 * MINUTE],
    ]);
    const asked: number[] = [];
    for (const most of [1, 2, 1_000]) {
      const records = {
        kindState: store.records.kindState.bind(store.records),
        streamAfter: async (...[kind, after]: Parameters<Store['records']['streamAfter']>) => {
          if (kind === 'scores') asked.push(after.slot);
          return store.records.streamAfter(kind, after, most);
        },
      };
      const again = new MemoryEventWindow(clock.now);
      const places = await refillWindow({ records }, again, { now: clock.now() });
      expect(places.scores).toEqual({ slot: START + 10 * MINUTE, index: 0 });
      // There are none yet; the first one comes after this.
      expect(places.odds).toEqual({ slot: 0, index: -1 });
      expect(again.kept('scores')).toEqual(before);
      expect(again.kept('odds')).toEqual([]);
    }
    expect(Math.min(...asked)).toBe(START + 5 * MINUTE);
    const longer = new MemoryEventWindow(clock.now, 3);
    await refillWindow(store, longer, { now: clock.now(), slots: 3 });
    expect(longer.kept('scores').length).toBe(before.length + 1);
    // These slots are empty, and the predecessor of the next record is older.
    const later = await refillWindow(store, longer, { now: START + 60 * MINUTE });
    expect(later.scores).toEqual({ slot: START + 10 * MINUTE, index: 0 });
  });
});

describe('proofs', () => {
  test('of keys that cannot be proven are bad requests; a damaged batch is a fault of the service', async () => {
    const proofs = new Proofs({ store, clock, sign: (digest) => KEY.sign(digest) });
    const answers = storeProofs(proofs, { current: KEY });
    const stat = (version: 1 | 2 | 3 | 4, keys: number[], fixtureId = FIXTURES[0] ?? 0) =>
      answers.stat(version, { fixtureId, seq: 0, keys }, 'described').catch((error: unknown) => error);
    // The store raises the actual error; on the wire it is a bad request.
    const wrong = {
      status: 400,
      code: 7062,
      text: 'Invalid value for: query parameter statKeys. statKeys: 1 to 5 integers; others given',
      hint: ERRORS.get(7062)?.hint,
    };
    for (const [version, keys, number] of [
      [1, [1, 2, 3], 6069],
      [2, [], 6069],
      [3, [1, 1], 6076],
      [4, [1, 2, 3, 4, 5, 6], 6069],
    ] as const) {
      const error = await stat(version, [...keys]);
      expect(error).toMatchObject({ number });
      expect(refusalOf(error)).toEqual(wrong);
    }
    expect(refusalOf(await stat(4, [1]))).toMatchObject({ status: 404, code: 7064 });
    // The text of the error names what is missing.
    const missing = await answers
      .stat(4, { fixtureId: FIXTURES[0] ?? 0, seq: 10 ** 6, keys: [1] }, 'described')
      .catch((error: unknown) => error);
    expect(missing).toMatchObject({ number: 7045 });
    expect(refusalOf(missing)).toEqual({
      status: 404,
      code: 7064,
      text: expect.stringContaining('1000000'),
      hint: ERRORS.get(7045)?.hint,
    });
    await statements(
      database.pool,
      `insert into slot_batch (kind, slot_start, state, root, metadata, leaves, frozen_at)
       values ('fixtures', 0, 'published', '\\x${'22'.repeat(32)}', '{}', '\\x${'11'.repeat(64)}', 0)`,
    );
    expect(await numberOf(answers.fixtureBatch(0, 0, 'described'))).toBe(7055);
    expect(await numberOf(answers.fixtureBatch(0, 1, 'described'))).toBe(7065);
    const broken = { statsV3: () => Promise.reject(new Error('no connection')) } as unknown as Proofs;
    await expect(
      storeProofs(broken, { current: KEY }).stat(3, { fixtureId: 1, seq: 0, keys: [1] }, 'observed'),
    ).rejects.toThrow('no connection');
  });
});
