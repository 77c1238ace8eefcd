import { beforeAll, beforeEach, expect, test } from 'vitest';
import { MS_PER_SLOT } from '../../ts/sdk/format/slotTime.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import type { PartsQuestion } from '../../ts/service/data/store/batchStore.js';
import type { Store } from '../../ts/service/data/store/store.js';
import { Proofs, type ScoreFrom } from '../../ts/service/roots/proofs/proofs.js';
import { Publisher } from '../../ts/service/roots/publish/publisher.js';
import { Sealer } from '../../ts/service/roots/seal/sealer.js';
import { sharedDatabase, statements } from '../helpers/service/database.js';
import { matchFeed, START } from '../helpers/service/feed.js';
import { MemoryChain } from '../helpers/service/memoryChain.js';

const FIXTURES = 40;
const FIRST = 12_100_001;
const IDS = Array.from({ length: FIXTURES }, (_, i) => FIRST + i);
const UPDATES = 3;
const SLOTS = [START, START + MS_PER_SLOT];
const KEYS = [1, 2];

const database = sharedDatabase();
let store: Store;
let clock: ManualClock;
/** Two sealed slots, in which every fixture has the same records. */
beforeAll(async () => {
  store = await database.fresh();
  clock = new ManualClock(START);
  const { wire } = matchFeed('soccer', FIRST, 'slot scores');
  const fixture = wire.find((one) => !('Seq' in one) && !('MessageId' in one));
  const score = wire.find(({ Stats }) => Object.keys((Stats as object | undefined) ?? {}).length > 0);
  if (!fixture || !score) throw new Error('a feed without fixture or stats');
  const ingest = new Ingest({ store, clock });
  const take = async (all: readonly object[]) => {
    for (const result of await ingest.acceptAll(all)) expect(result).toMatchObject({ status: 'accepted' });
  };
  await take(IDS.map((FixtureId) => ({ ...fixture, FixtureId, Ts: START })));
  for (const [slot, from] of SLOTS.entries()) {
    clock.set(from + 60_000);
    const seqs = Array.from({ length: UPDATES }, (_, i) => slot * UPDATES + i);
    const total = (key: number, value: number) => ({
      ...{ [key]: value, [1000 + key]: 0 },
      ...{ [3000 + key]: value, [7000 + key]: 0 },
    });
    const stats = (FixtureId: number, Seq: number) => ({
      ...(score.Stats as object),
      ...total(1, FixtureId % 100),
      ...total(2, Seq),
    });
    for (const Seq of seqs)
      await take(IDS.map((FixtureId) => ({ ...score, FixtureId, Seq, Ts: from + Seq, Stats: stats(FixtureId, Seq) })));
  }
  clock.set(START + 3 * MS_PER_SLOT);
  await new Sealer({ store, clock }).sealDue();
  const chain = new MemoryChain();
  await new Publisher({ store, clock, chain, holder: 'a', attempts: 1 }).publishBuilt();
});

let questions: (PartsQuestion & { slotStart: number })[];
let from: ScoreFrom[];
let ahead: number[];
let isAway: boolean;
let hold: Promise<void> | undefined;
beforeEach(() => {
  [questions, from, ahead, isAway, hold] = [[], [], [], false, undefined];
});

/** An API server that has just started. */
function scene(mostAhead?: number) {
  const batches = Object.create(store.batches, {
    scoreParts: {
      value: async (slotStart: number, question: PartsQuestion) => {
        questions.push({ ...question, slotStart });
        await hold;
        if (isAway) throw new Error('no database');
        return store.batches.scoreParts(slotStart, question);
      },
    },
  }) as Store['batches'];
  const proofs = new Proofs({
    store: { records: store.records, batches } as Store,
    clock,
    sign: () => new Uint8Array(64),
    onScore: (one) => from.push(one),
    onAhead: (fixtureIds) => ahead.push(...fixtureIds),
    ...(mostAhead !== undefined && { mostAhead }),
  });
  return async (fixtureId: number, seq: number) => {
    const { leaves, recordTs } = await proofs.statsV3({ fixtureId, seq, keys: KEYS });
    expect([recordTs, ...leaves.map(({ stat }) => stat.value)]).toEqual([
      (SLOTS[Math.floor(seq / UPDATES)] ?? 0) + seq,
      fixtureId % 100,
      seq,
    ]);
  };
}

const read = (): number => new Set(ahead).size;
const count = (of: ScoreFrom): number => from.filter((one) => one === of).length;

test('the first question about a slot reads its fixture only, later ones read others ahead', async () => {
  const ask = scene();
  for (const [i, fixtureId] of IDS.entries()) {
    await ask(fixtureId, i % UPDATES);
    // At most four for each question after the first, besides those asked about.
    expect(read()).toBeLessThanOrEqual(5 * (i + 1));
    if (i === 0) expect([read(), questions.length]).toEqual([1, 1]);
  }
  expect(read()).toBe(FIXTURES);
  expect(questions.length).toBeLessThan(6);
  expect([count('database'), count('cache')]).toEqual([questions.length, 0]);
  const asked = questions.length;
  for (const fixtureId of IDS) for (let seq = 0; seq < UPDATES; seq++) await ask(fixtureId, seq);
  expect([questions.length, count('cache')]).toEqual([asked, FIXTURES]);
});

test('in any order no fixture is read ahead twice, and the last one is found', async () => {
  const ask = scene();
  for (const fixtureId of IDS.toReversed()) await ask(fixtureId, 1);
  expect(questions.length).toBeLessThan(12);
  const once = ahead.filter((fixtureId, i) => ahead.indexOf(fixtureId) === i);
  // Those asked about one by one may come along later.
  expect(ahead.length - once.length).toBeLessThanOrEqual(questions.length);
});

test('questions of the same moment share statements, each of a limited number of fixtures', async () => {
  const ask = scene();
  await ask(FIRST, 0);
  await Promise.all(IDS.flatMap((fixtureId) => [0, 1].map((seq) => ask(fixtureId, seq))));
  expect(questions.length).toBeLessThanOrEqual(5);
  for (const { fixtureIds, more } of questions) expect(fixtureIds.length + more).toBeLessThanOrEqual(32);
  // What one statement brought is not asked of the next.
  expect(new Set(questions.flatMap(({ fixtureIds }) => fixtureIds)).size).toBe(
    questions.flatMap(({ fixtureIds }) => fixtureIds).length,
  );
});

test('a failed statement is that of its own questions, and the next question reads again', async () => {
  const ask = scene();
  await ask(FIRST, 0);
  let release = () => {};
  hold = new Promise((resolve) => {
    release = resolve;
  });
  isAway = true;
  const failed = Promise.allSettled([1, 2].map((i) => ask(FIRST + i, 0)));
  while (questions.length < 2) await new Promise((resolve) => setImmediate(resolve));
  const later = Promise.allSettled([ask(FIRST + 20, 0)]);
  release();
  expect((await failed).map(({ status }) => status)).toContain('rejected');
  await later;
  isAway = false;
  for (const i of [1, 2, 20]) await ask(FIRST + i, 0);
});

test('another slot of the fixture is read for itself, and each answer is of its own slot', async () => {
  const ask = scene();
  for (const fixtureId of IDS.slice(0, 8)) for (const seq of [0, UPDATES, 1, UPDATES + 1]) await ask(fixtureId, seq);
  expect(new Set(questions.map(({ slotStart }) => slotStart))).toEqual(new Set(SLOTS));
});

test('the cache holds a limited number of characters; what it has dropped is read again', async () => {
  const ask = scene(1);
  // One part is kept however large it is.
  for (const seq of [0, 1]) await ask(FIRST, seq);
  expect(from).toEqual(['database', 'ahead']);
  for (const fixtureId of IDS) await ask(fixtureId, 2);
  for (const fixtureId of IDS.slice(0, 5)) await ask(fixtureId, 1);
  expect(count('ahead')).toBeLessThan(8);
});

test('a record of a sealed slot that was changed is refused, whatever read it', async () => {
  const ask = scene();
  const last = IDS.at(-1) ?? 0;
  const before = await store.records.find('scores', last, 1);
  const put = (text: string) =>
    statements(
      database.pool,
      `update record set json = '${text}' where kind = 'scores' and fixture_id = ${last} and seq = 1`,
    );
  await put((before?.json ?? '').replace('"2":1', '"2":7'));
  try {
    for (const fixtureId of IDS.slice(0, -1)) await ask(fixtureId, 1);
    await expect(ask(last, 1)).rejects.toMatchObject({ number: 7055 });
    await expect(scene()(last, 1)).rejects.toMatchObject({ number: 7055 });
    await ask(last, 2);
  } finally {
    await put(before?.json ?? '');
  }
});
