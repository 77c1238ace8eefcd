import { afterAll, beforeAll, expect, test } from 'vitest';
import { SimulatedClock } from '../../ts/service/clock/index.js';
import { ReadersClock } from '../../ts/service/edge/index.js';
import { SealedBatches } from '../../ts/service/proofs/sealedBatches.js';
import { MemoryEventWindow, StreamHub } from '../../ts/service/stream/index.js';
import { type TestDatabase, testDatabase } from '../helpers/service/database.js';
import { SlowSink } from '../helpers/service/slowSink.js';
import { streamAccess } from '../helpers/service/streamAccess.js';
import { heartbeats, SLOT } from '../helpers/service/streamEvents.js';
import { settled, TestClock } from '../helpers/service/testClock.js';

const SPEED = 60;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.end());

test('heartbeats come in real seconds and say the time of the world', async () => {
  const real = new TestClock(SLOT);
  const world = { now: () => SLOT + SPEED * (real.now() - SLOT), at: () => () => {} };
  const hub = new StreamHub({ clock: real, recordClock: world, window: new MemoryEventWindow(world.now) });
  const access = streamAccess();
  const sink = new SlowSink();
  const stream = { kind: 'odds', wire: 'described', access, sessionEndsAt: Number.MAX_SAFE_INTEGER } as const;
  await real.advance(1_000);
  hub.open({ ...stream, lastEventId: '1:1', renew: async () => access }, sink.sink, hub.admit(access.wallet));
  await settled();
  const seconds = SLOT / 1_000;
  expect(heartbeats(sink.take())).toMatchObject([{ Ts: seconds + SPEED, Gap: { From: '1:1' } }]);
  await real.advance(13_999);
  expect(sink.take()).toBe('');
  await real.advance(1);
  expect(heartbeats(sink.take())).toEqual([{ Ts: seconds + 15 * SPEED }]);
  await real.advance(1_000);
  hub.close();
  await settled();
  expect(heartbeats(sink.take())).toEqual([{ Ts: seconds + 16 * SPEED, Closing: 'The service stops.' }]);
});

test('whoever asks for a proof too early is told how many real seconds to wait', async () => {
  const store = await database.fresh();
  let real = 0;
  const clock = new SimulatedClock({ start: SLOT, speed: SPEED, real: () => real });
  const retryAfter = async () => {
    const key = { kind: 'scores', slotStart: SLOT + 3_300_000 } as const;
    const error = await new SealedBatches(store, new ReadersClock(clock))
      .batch(key)
      .catch((failure: unknown) => failure);
    return [(error as { number: number }).number, (error as { context: { retryAfter: number } }).context.retryAfter];
  };
  // An hour and a minute of the world.
  expect(await retryAfter()).toEqual([7065, 61]);
  real += 30_000;
  expect(await retryAfter()).toEqual([7065, 31]);
  real += 30_000;
  expect(await retryAfter()).toEqual([7065, 5]);
  clock.setSpeed(1);
  real += 10_000;
  expect(await retryAfter()).toEqual([7065, 50]);
});
