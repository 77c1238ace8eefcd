import { sign } from '@noble/ed25519';
import { base58 } from '@scure/base';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { activationMessage } from '../../ts/sdk/client/activationMessage.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { SimulatedClock } from '../../ts/service/clock/simulatedClock.js';
import { createEdge } from '../../ts/service/edge/edge.js';
import { ReadersClock } from '../../ts/service/edge/readersClock.js';
import { MemoryEventWindow } from '../../ts/service/edge/stream/eventWindow.js';
import { StreamHub } from '../../ts/service/edge/stream/hub.js';
import { SealedBatches } from '../../ts/service/roots/proofs/sealedBatches.js';
import { LocalWake } from '../../ts/service/wake/localWake.js';
import { rowsOf, sharedDatabase, statements } from '../helpers/service/database.js';
import { edgeConfiguration } from '../helpers/service/edgeConfiguration.js';
import { SlowSink } from '../helpers/service/slowSink.js';
import { streamAccess } from '../helpers/service/streamAccess.js';
import { heartbeats, SLOT } from '../helpers/service/streamEvents.js';
import { settled, TestClock } from '../helpers/service/testClock.js';

const SPEED = 60;

const database = sharedDatabase();

test('heartbeats come in real seconds and carry world time', async () => {
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
  expect(heartbeats(sink.take())).toEqual([{ Ts: seconds + 16 * SPEED, Closing: 'The service is stopping.' }]);
});

test('a request for a proof that is too early is told how many real seconds to wait', async () => {
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
  // An hour and a minute of world time.
  expect(await retryAfter()).toEqual([7065, 61]);
  real += 30_000;
  expect(await retryAfter()).toEqual([7065, 31]);
  real += 30_000;
  expect(await retryAfter()).toEqual([7065, 5]);
  clock.setSpeed(1);
  real += 10_000;
  expect(await retryAfter()).toEqual([7065, 50]);
});

test("a session token lives 30 real days, and states them by its reader's clock", async () => {
  const { auth, real, close } = await scene();
  const jwt = await auth.startGuest();
  const issued = Math.floor(real.time / 1_000);
  expect(decodeJwt(jwt)).toMatchObject({ iat: issued, iatMs: real.time, exp: issued + 2_592_000 });
  const header = `Bearer ${jwt}`;
  real.time = (issued + 2_592_000) * 1_000 - 1;
  expect(await auth.session(header)).toMatchObject({ endsAt: real.time + 1, issuedAt: START });
  real.time += 1;
  await expect(auth.session(header)).rejects.toMatchObject({ number: 7060 });
  await close();
});

test('a stream ends with its session in real time, and with its period in world time', async () => {
  const real = new TestClock(START);
  const world = new TestClock(SLOT);
  const hub = new StreamHub({
    clock: real,
    recordClock: world,
    sessionClock: real,
    window: new MemoryEventWindow(world.now),
  });
  const open = (sessionEndsAt: number, changesAt: number) => {
    const access = { ...streamAccess(), changesAt, at: () => null };
    const sink = new SlowSink();
    const stream = { kind: 'odds', wire: 'described', access, sessionEndsAt, renew: async () => null } as const;
    hub.open(stream, sink.sink, hub.admit(access.wallet));
    return async () => {
      await settled();
      return heartbeats(sink.take()).at(-1)?.Closing;
    };
  };
  const byPeriod = open(START + 5_000, SLOT + 600_000);
  const bySession = open(START + 5_000, SLOT + 3_600_000);
  await world.advance(599_999);
  expect([await byPeriod(), await bySession()]).toEqual([undefined, undefined]);
  await world.advance(1);
  expect([await byPeriod(), await bySession()]).toEqual(['The subscription is over.', undefined]);
  await real.advance(4_999);
  expect(await bySession()).toBe(undefined);
  await real.advance(1);
  expect(await bySession()).toBe('The session token has expired.');
  hub.close();
});

test('an activation is repeated with a newer session of the last ten real minutes', async () => {
  const { auth, real, request, close } = await scene();
  const early = await auth.startGuest();
  await auth.activate(await request(early));
  await expect(auth.activate(await request(early))).rejects.toMatchObject({ number: 7074 });
  real.time += 1_000;
  const later = await auth.startGuest();
  real.time += 600_000;
  const repeat = await request(later);
  expect(await auth.activate(repeat)).toMatch(/^\S+$/);
  await expect(auth.activate(repeat)).rejects.toMatchObject({ number: 7074 });
  const late = await auth.startGuest();
  real.time += 600_001;
  await expect(auth.activate(await request(late))).rejects.toMatchObject({ number: 7074 });
  await close();
});

test('an activation that an earlier version stored in world time does not block a repeat', async () => {
  const { auth, store, real, request, close } = await scene();
  await auth.activate(await request(await auth.startGuest()));
  await statements(database.pool, `update activation set renewed_at = ${SLOT + 86_400_000}`);
  real.time += 1_000;
  await expect(auth.activate(await request(await auth.startGuest()))).rejects.toMatchObject({ number: 7074 });
  const captured = await request(await auth.startGuest());
  await store.subscriptions.capRenewals(real.time);
  await expect(auth.activate(captured)).rejects.toMatchObject({ number: 7074 });
  const [{ renewed_at }] = await rowsOf(database.pool, 'select renewed_at from activation');
  expect(Number(renewed_at)).toBe(real.time);
  real.time += 1;
  expect(await auth.activate(await request(await auth.startGuest()))).toMatch(/^\S+$/);
  // Real time is kept.
  await store.subscriptions.capRenewals(real.time + 1);
  expect(Number((await rowsOf(database.pool, 'select renewed_at from activation'))[0].renewed_at)).toBe(real.time);
  await close();
});

/** Real time at the start: the world is far ahead of it. */
const START = SLOT - 400 * 86_400_000 + 123;

/** An edge in a fast world where one transaction has bought a subscription. */
async function scene() {
  const store = await database.fresh();
  const real = { time: START };
  const realClock = { now: () => real.time, sleepUntil: async () => {} };
  const world = new SimulatedClock({ start: SLOT, speed: SPEED, real: () => real.time - START });
  const wallet = KeyPair.generate();
  const signer = wallet.address;
  const txSig = base58.encode(new Uint8Array(64).fill(9));
  const row = { rowId: 7, pricePerWeekToken: 0n, samplingIntervalSec: 0, leagueBundleId: 0, marketBundleId: 0 };
  const purchase = { signer, signers: [signer], program: 'program', level: 7, row, weeks: 4, time: SLOT };
  const edge = await createEdge(
    store,
    new LocalWake(),
    edgeConfiguration(world, {
      realClock,
      subscriptionChain: { find: async () => ({ status: 'confirmed', ...purchase }) },
    }),
  );
  const request = async (jwt: string) => ({
    txSig,
    leagues: [],
    jwt,
    walletSignature: sign(activationMessage(txSig, [], jwt), wallet.secretKey.subarray(0, 32)),
    sessionIssuedAt: (await edge.auth.session(`Bearer ${jwt}`)).issuedAt,
  });
  return { auth: edge.auth, store, real, request, close: () => edge.app.close() };
}
