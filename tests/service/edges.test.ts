import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import { validateRecord } from '../../ts/service/data/ingest/validateRecord.js';
import { Store } from '../../ts/service/data/store/store.js';
import { apiTokenHash, newApiToken } from '../../ts/service/edge/auth/apiToken.js';
import { storeAuth } from '../../ts/service/edge/auth/authStore.js';
import { createEdge, type EdgeConfiguration } from '../../ts/service/edge/edge.js';
import { LocalWake } from '../../ts/service/wake/localWake.js';
import { connectWake } from '../../ts/service/wake/natsWake.js';
import type { Wake } from '../../ts/service/wake/wake.js';
import { leftOut } from '../helpers/leftOut.js';
import { hasNatsServer, NatsServer } from '../helpers/natsServer.js';
import { type PostgresServer, postgresServer } from '../helpers/postgresServer.js';
import { edgeConfiguration, sessionToken, subscribe } from '../helpers/service/edgeConfiguration.js';
import { matchWire } from '../helpers/service/matchWire.js';
import { type EdgePlaces, type RunningEdge, startEdge } from '../helpers/service/startEdge.js';
import { heartbeats, indices } from '../helpers/service/streamEvents.js';
import { StreamReader } from '../helpers/service/streamReader.js';
import { until } from '../helpers/service/until.js';

/** Two edges over one PostgreSQL server, and a third process that stores records, all simulated in this process. */
const server: PostgresServer | null = hasNatsServer() ? await postgresServer() : null;
if (!server) leftOut('edges over PostgreSQL and NATS: one of them is not installed.');

const START = 1_800_000_000_000;
const NEVER = 1_000_000_000;
const feed = matchWire('edges', 'soccer', 12_000_001, START);
const league = Number(feed[0]?.wire.CompetitionId);

let databases = 0;
let url = '';
let clock: ManualClock;
let store: Store;
let nats: NatsServer | undefined;
let wake: Wake;
let ingest: Ingest;
let edges: RunningEdge[];
let readers: StreamReader[];
let sent: number;

beforeEach(async () => {
  if (!server) return;
  url = await server.database(`edges${databases++}`);
  store = await Store.open({ url });
  clock = new ManualClock(START);
  edges = [];
  readers = [];
  sent = 0;
  nats = undefined;
  stored(new LocalWake());
});
afterEach(async () => {
  if (!server) return;
  for (const reader of readers) reader.close();
  await Promise.all(edges.map((edge) => edge.stop()));
  await wake.close();
  await store.close();
  await nats?.stop();
});
afterAll(() => server?.remove());

/** Stores records like a process that announces them. */
function stored(by: Wake): void {
  wake = by;
  ingest = new Ingest({ store, clock, validate: validateRecord, onAccepted: () => wake.recordsStored() });
}

async function edge(
  places: Partial<EdgePlaces> = {},
  configuration: Partial<EdgeConfiguration> = {},
): Promise<RunningEdge> {
  const all = edgeConfiguration(clock, { recordInterval: NEVER, subscriptionInterval: NEVER, ...configuration });
  const running = await startEdge({ store: url, port: 0, ...places }, all);
  edges.push(running);
  return running;
}

async function read(at: RunningEdge, token: string, more: Record<string, string> = {}): Promise<StreamReader> {
  const headers = { authorization: `Bearer ${await sessionToken(clock)}`, 'x-api-token': token, ...more };
  const reader = await StreamReader.open(`${at.url}/api/odds/stream`, headers);
  readers.push(reader);
  return reader;
}

const odds = feed.filter(({ wire, ts }) => 'MessageId' in wire && ts >= START);
/** Stores that many odds records, all in one slot. */
async function send(count: number): Promise<void> {
  if (sent === 0) await ingest.accept(feed[0]?.wire ?? {});
  for (const { wire } of odds.slice(sent, sent + count))
    expect(await ingest.accept(wire)).toMatchObject({ status: 'accepted' });
  sent += count;
}
const has = (reader: StreamReader, count: number) => reader.until((text) => indices(text).length >= count);
const gaps = (reader: StreamReader) => heartbeats(reader.text).filter((note) => 'Gap' in note);
const upTo = (count: number) => [...Array(count).keys()];
const lastId = (text: string) => /id: (.*)\n\n$/.exec(text)?.[1] ?? '';

describe.skipIf(!server)('records', () => {
  test('that another process stores are streamed on a NATS message, and later ones after NATS was down', async () => {
    nats = await NatsServer.start();
    stored(connectWake(nats.url));
    const at = await edge({ nats: nats.url });
    await until(() => wake.isConnected && at.status.wake === 'connected');
    const reader = await read(at, await subscribe(store, clock, 'w'));
    await send(2);
    await has(reader, 2);
    await nats.kill();
    await until(() => !wake.isConnected && at.status.wake === 'polling');
    await send(2);
    await nats.start();
    // It may have missed a message, so it polls.
    await has(reader, 4);
    await until(() => wake.isConnected && at.status.wake === 'connected');
    await send(1);
    expect(indices(await has(reader, 5))).toEqual(upTo(5));
  });

  test('are found without NATS; messages under another subject reach nobody', async () => {
    nats = await NatsServer.start();
    stored(connectWake(nats.url, { subject: 'other' }));
    const [deaf, polling] = [await edge({ nats: nats.url }), await edge({}, { recordInterval: 5 })];
    expect(polling.status.wake).toBe('polling');
    await until(() => wake.isConnected && deaf.status.wake === 'connected');
    const token = await subscribe(store, clock, 'w');
    const [first, second] = [await read(deaf, token), await read(polling, token)];
    await send(3);
    await has(second, 3);
    expect(polling.status.lag).toBeLessThan(NEVER);
    expect(first.text).toBe('');
  });

  test('continue at an edge that has not seen them yet, without a gap or a duplicate', async () => {
    const [ahead, behind] = [await edge({}, { recordInterval: 5 }), await edge()];
    const token = await subscribe(store, clock, 'w');
    const first = await read(ahead, token);
    await send(4);
    const text = await has(first, 4);
    const second = await read(behind, token, { 'last-event-id': lastId(text) });
    await send(2);
    // Wakes it: the id is later than its own records.
    const third = await read(behind, token, { 'last-event-id': lastId(await has(first, 6)) });
    await has(second, 2);
    expect(indices(second.text)).toEqual([4, 5]);
    expect([...gaps(second), ...gaps(third)]).toEqual([]);
    expect(indices(third.text)).toEqual([]);
  });

  test('continue at an edge that starts later', async () => {
    const ahead = await edge({}, { recordInterval: 5 });
    const token = await subscribe(store, clock, 'w');
    const first = await read(ahead, token);
    await send(1);
    const id = lastId(await has(first, 1));
    await send(3);
    const second = await read(await edge(), token, { 'last-event-id': id });
    expect(indices(await has(second, 3))).toEqual([1, 2, 3]);
  });
});

test.skipIf(!server)('records stored before an edge starts are in its window and not published again', async () => {
  await send(3);
  const { app, hub, run } = await createEdge(store, wake, edgeConfiguration(clock, { recordInterval: NEVER }));
  const published: string[] = [];
  hub.publish = ({ id }) => published.push(id);
  const ending = new AbortController();
  const running = run(ending.signal);
  await send(1);
  await until(() => published.length > 0);
  expect(published).toEqual([`${START}:3`]);
  ending.abort();
  await running;
  await app.close();
});

describe.skipIf(!server)('subscriptions', () => {
  const other = { level: 21, leagueBundle: null, leagues: [league + 1] };

  test('that change at one edge change the streams of the others, on a NATS message', async () => {
    nats = await NatsServer.start();
    stored(connectWake(nats.url));
    const at = await edge({ nats: nats.url });
    await until(() => wake.isConnected && at.status.wake === 'connected');
    const reader = await read(at, await subscribe(store, clock, 'w', other));
    await send(1);
    const everything = await read(at, await subscribe(store, clock, 'v'));
    await send(1);
    await has(everything, 1);
    expect(reader.text).toBe('');
    await subscribe(store, clock, 'w');
    wake.subscriptionChanged('w');
    // The message precedes those of later records, and its effect is complete before they are shown.
    for (let i = 2; indices(reader.text).length === 0; i++) {
      await send(1);
      await has(everything, i);
    }
    expect(gaps(reader)).toEqual([]);
  });

  test('are polled when no message arrives', async () => {
    const at = await edge({}, { recordInterval: 5, subscriptionInterval: 5 });
    const reader = await read(at, await subscribe(store, clock, 'w', other));
    const everything = await read(at, await subscribe(store, clock, 'v'));
    await subscribe(store, clock, 'w');
    for (let i = 1; indices(reader.text).length === 0; i++) {
      await send(1);
      await has(everything, i);
    }
  });

  const odds1 = async (at: RunningEdge, token: string): Promise<number> => {
    const headers = { authorization: `Bearer ${await sessionToken(clock)}`, 'x-api-token': token };
    return (await fetch(`${at.url}/api/odds/updates/1`, { headers })).status;
  };
  const ended = { Closing: 'The API token was ended.' };

  test('a token that its holder ends at one edge ends at every edge, with its streams', async () => {
    nats = await NatsServer.start();
    stored(connectWake(nats.url));
    const [here, woken] = [await edge({ nats: nats.url }), await edge({ nats: nats.url })];
    const unwoken = await edge({}, { subscriptionInterval: 5 });
    const token = await subscribe(store, clock, 'w');
    const kept = await subscribe(store, clock, 'w');
    const all = [here, woken, unwoken];
    await until(() => [here, woken].every(({ status }) => status.wake === 'connected'));
    const streams = await Promise.all(all.map((at) => read(at, token)));
    const others = await Promise.all(all.map((at) => read(at, kept)));
    const headers = { authorization: `Bearer ${await sessionToken(clock)}`, 'x-api-token': token };
    expect((await fetch(`${here.url}/api/token`, { method: 'DELETE', headers })).status).toBe(204);
    for (const stream of streams) expect(heartbeats(await stream.end()).at(-1)).toMatchObject(ended);
    expect(await Promise.all(all.map((at) => odds1(at, token)))).toEqual([403, 403, 403]);
    expect(await Promise.all(all.map((at) => odds1(at, kept)))).toEqual([200, 200, 200]);
    expect(others.map(({ text }) => text)).toEqual(['', '', '']);
  });

  test('a token that an operator ends in the database ends at every edge without a message', async () => {
    const all = [await edge({}, { subscriptionInterval: 5 }), await edge({}, { subscriptionInterval: 5 })];
    const [token, foreign] = [await subscribe(store, clock, 'w'), await subscribe(store, clock, 'v')];
    const streams = await Promise.all(all.map((at) => read(at, token)));
    const others = await Promise.all(all.map((at) => read(at, foreign)));
    await store.subscriptions.endTokens('w', clock.now());
    for (const stream of streams) expect(heartbeats(await stream.end()).at(-1)).toMatchObject(ended);
    expect(await Promise.all(all.map((at) => odds1(at, token)))).toEqual([403, 403]);
    expect(others.map(({ text }) => text)).toEqual(['', '']);
  });

  test('twenty simultaneous repeats at two edges leave one valid token', async () => {
    const all = [await edge(), await edge()];
    const given = await subscribe(store, clock, 'w');
    const txSig = given.slice(0, 40);
    const tokens = [...Array(20).keys()].map(() => newApiToken());
    const outcomes = await Promise.all(
      tokens.map((token, i) =>
        storeAuth(store).repeat({
          txSig,
          wallet: 'w',
          tokenHash: apiTokenHash(token) ?? new Uint8Array(),
          sessionIssuedAt: clock.now() + 1 + i,
          now: clock.now() + 30,
        }),
      ),
    );
    const statuses = await Promise.all([given, ...tokens].map((token, i) => odds1(all[i % 2] as RunningEdge, token)));
    expect(statuses).toEqual([403, ...outcomes.map((outcome) => (outcome === 'repeated' ? 200 : 403))]);
    expect(statuses.filter((status) => status === 200).length).toBe(1);
  });

  test('are kept while the database is down', async () => {
    if (!server) return;
    const at = await edge({}, { recordInterval: 5, subscriptionInterval: 5 });
    const reader = await read(at, await subscribe(store, clock, 'w'));
    await send(1);
    await has(reader, 1);
    await server.stop();
    await until(() => at.status.lag > 300);
    await server.start();
    await until(() => at.status.lag < 300);
    await send(2);
    expect(indices(await has(reader, 3))).toEqual(upTo(3));
    expect(heartbeats(reader.text)).toEqual([]);
  });
});

test.skipIf(!server)('an edge does not wait for a NATS server, and reports an invalid address', async () => {
  const at = await edge({ nats: 'nats://127.0.0.1:1' });
  expect(at.status.wake).toBe('polling');
  await expect(edge({ nats: 'http://user:secret@127.0.0.1:1' })).rejects.toMatchObject({
    number: 7280,
    message: expect.not.stringContaining('secret'),
  });
});
