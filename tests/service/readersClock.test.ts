import { expect, test } from 'vitest';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import { createEdge } from '../../ts/service/edge/edge.js';
import { ReadersClock } from '../../ts/service/edge/readersClock.js';
import { LocalWake } from '../../ts/service/wake/localWake.js';
import { sharedDatabase } from '../helpers/service/database.js';
import { edgeConfiguration, sessionToken, subscribe } from '../helpers/service/edgeConfiguration.js';
import { fixtures, ID, MINUTE, odds, SLOT, START, scores } from '../helpers/service/sentRecords.js';
import { SlowSink } from '../helpers/service/slowSink.js';
import { until } from '../helpers/service/until.js';

const database = sharedDatabase();

const FIXTURE = ID.soccer;

/** An edge whose clock is this many ms behind the ingester's. */
async function scene(lag: number) {
  const store = await database.fresh();
  const truth = new ManualClock(START);
  const behind = new ManualClock(START - lag);
  const wake = new LocalWake();
  const ingest = new Ingest({ store, clock: truth, onAccepted: () => wake.recordsStored() });
  const edge = await createEdge(store, wake, edgeConfiguration(behind));
  const ending = new AbortController();
  const running = edge.run(ending.signal);
  const token = async (wallet: string, samplingSeconds: number) =>
    subscribe(store, behind, wallet, { samplingSeconds });
  const authorization = `Bearer ${await sessionToken(behind)}`;
  const [fixture] = fixtures.filter(({ fixtureId }) => fixtureId === FIXTURE);
  await ingest.accept(fixture?.wire ?? {});
  return {
    take: async (wire: object, now: number) => {
      truth.set(now);
      behind.set(now - lag);
      const { record } = await ingest.accept(wire);
      return record;
    },
    token,
    get: async (path: string, apiToken: string) => {
      const headers = { authorization, 'x-api-token': apiToken };
      const { statusCode, body } = await edge.app.inject({ method: 'GET', url: path, headers });
      expect([path, statusCode]).toEqual([path, 200]);
      return body;
    },
    open: async (kind: 'odds' | 'scores', apiToken: string) => {
      const access = await edge.auth.access(apiToken);
      const sink = new SlowSink();
      edge.hub.open(
        {
          kind,
          wire: 'described',
          access,
          sessionEndsAt: Number.MAX_SAFE_INTEGER,
          renew: async () => access,
        },
        sink.sink,
        edge.hub.admit(access.tokenId),
      );
      return sink;
    },
    close: async () => {
      ending.abort();
      await running;
      await edge.app.close();
    },
  };
}

const MOMENTS = [10_000, SLOT - 1, SLOT, SLOT + 700, 2 * SLOT + 1, 2 * SLOT + MINUTE];

test.each([0, 1_300, 29_000])(
  'every list shows what a stream has shown, with a clock that is %d ms behind',
  async (lag) => {
    const { take, token, get, open, close } = await scene(lag);
    const apiToken = await token('w', 0);
    const streams = { odds: await open('odds', apiToken), scores: await open('scores', apiToken) };
    const template = odds.filter(({ fixtureId }) => fixtureId === FIXTURE)[0]?.wire;
    const [score] = scores.filter(({ fixtureId }) => fixtureId === FIXTURE);
    try {
      for (const [i, after] of MOMENTS.entries()) {
        const now = START + after;
        const MessageId = `${String(i).padStart(10, '0')}:00003:000000-7001-stab`;
        await take({ ...template, MessageId, Ts: now }, now);
        await until(async () => streams.odds.text.includes(MessageId));
        for (const path of ['snapshot', 'updates'])
          expect(await get(`/api/odds/${path}/${FIXTURE}`, apiToken), `${path} ${after}`).toContain(MessageId);
        expect(await get(`/api/odds/snapshot/${FIXTURE}?asOf=${now}`, apiToken)).toContain(MessageId);
        await take({ ...score?.wire, Seq: i, Ts: now }, now);
        await until(async () => streams.scores.text.includes(`"Seq":${i},`));
        expect(await get(`/api/scores/updates/${FIXTURE}`, apiToken)).toContain(`id: ${i}\n`);
        for (const more of ['', `?asOf=${now}`])
          expect(await get(`/api/scores/snapshot/${FIXTURE}${more}`, apiToken)).toContain(`"Seq":${i},`);
      }
    } finally {
      await close();
    }
  },
);

test('lists show what a sampled stream has shown, with a clock that is behind', async () => {
  const { take, token, get, open, close } = await scene(1_300);
  const apiToken = await token('w', 60);
  const stream = await open('odds', apiToken);
  const template = odds.filter(({ fixtureId }) => fixtureId === FIXTURE)[0]?.wire;
  const idOf = (i: number) => `${String(i).padStart(10, '0')}:00003:000000-7001-stab`;
  try {
    for (const i of [0, 1, 2]) {
      const now = START + i * MINUTE;
      await take({ ...template, MessageId: idOf(i), Ts: now }, now);
      if (i === 0) continue;
      await until(async () => stream.text.includes(idOf(i - 1)));
      for (const path of ['snapshot', 'updates']) {
        const body = await get(`/api/odds/${path}/${FIXTURE}`, apiToken);
        expect([body.includes(idOf(i - 1)), body.includes(idOf(i))], `${path} ${i}`).toEqual([true, false]);
      }
    }
  } finally {
    await close();
  }
});

test('a record accepted by a clock that is behind hides nothing that was shown', () => {
  const clock = new ManualClock(START);
  const readers = new ReadersClock(clock);
  readers.show({ acceptedAt: START + 2_000 });
  readers.show({ acceptedAt: START + 500 });
  expect(readers.now()).toBe(START + 2_000);
  // Nor does one from far ahead.
  readers.show({ acceptedAt: START + 40_000 });
  expect(readers.now()).toBe(START + 2_000);
  clock.set(START + 3_000);
  expect(readers.now()).toBe(START + 3_000);
});

test('a record stamped far ahead does not move the clock of readers', async () => {
  const clock = new ManualClock(START);
  const readers = new ReadersClock(clock);
  readers.show({ acceptedAt: START + 30_000 });
  expect(readers.now()).toBe(START + 30_000);
  await readers.sleepUntil(START + 30_000);
  // The clock is set back: what was shown is far ahead now, and the next record counts.
  clock.set(START - 1);
  expect(readers.now()).toBe(START - 1);
  readers.show({ acceptedAt: START + 5 });
  expect(readers.now()).toBe(START + 5);
  const others = new ReadersClock(clock);
  others.show({ acceptedAt: START + 30_000 });
  expect(others.now()).toBe(START - 1);
});
