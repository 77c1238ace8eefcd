import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { eventFrame } from '../../ts/service/edge/stream/frame.js';
import { type EdgeScene, edgeScene, SLOT_START, START } from '../helpers/service/edgeScene.js';
import { heartbeats, indices, oddsEvent, SLOT, scoresEvent } from '../helpers/service/streamEvents.js';
import { StreamReader } from '../helpers/service/streamReader.js';
import { settled } from '../helpers/service/testClock.js';

let scene: EdgeScene;
let address: string;
const readers: StreamReader[] = [];

async function listen(options: Parameters<typeof edgeScene>[0] = {}): Promise<EdgeScene> {
  scene = await edgeScene(options);
  await scene.app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(scene.app.server.address() as AddressInfo).port}`;
  return scene;
}
const open = async (path: string, headers: Record<string, string> = {}): Promise<StreamReader> => {
  const reader = await StreamReader.open(address + path, { ...scene.headers, ...headers });
  readers.push(reader);
  return reader;
};
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close();
  await scene.app.close();
});

/** An event of the scene's current slot. */
const odds = (index: number, more: Parameters<typeof oddsEvent>[2] = {}) =>
  oddsEvent(index, START - SLOT + index, more);
const lines = (text: string): string[] => text.split('\n');
const has = (count: number) => (text: string) => indices(text).length >= count;
/** Waits until the service has noticed. */
const until = async (fits: () => boolean): Promise<void> => {
  while (!fits()) await settled();
};

test('the bytes of a stream', async () => {
  const { hub, clock } = await listen();
  const reader = await open('/api/odds/stream', { origin: 'https://app.test' });
  expect(reader.status).toBe(200);
  expect(reader.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    'access-control-allow-origin': '*',
  });
  expect(reader.headers['content-encoding']).toBeUndefined();
  hub.publish(odds(17));
  await clock.advance(15_000);
  expect(await reader.until((text) => text.includes('heartbeat'))).toBe(
    `data: {"MessageId":"m17"}\nid: ${SLOT_START}:17\n\ndata: {"Ts":${START / 1000 + 15}}\nevent: heartbeat\n\n`,
  );
});

test('scores, the observed wire, one fixture', async () => {
  const { hub } = await listen();
  const observed = await open('/api/scores/stream?wire=observed&fixtureId=1');
  const later = START - SLOT;
  hub.publish(scoresEvent(0, later, { fixtureId: 5 }));
  hub.publish(odds(0));
  hub.publish(scoresEvent(1, later));
  expect(await observed.until(has(1))).toBe(`data: {"seq":1}\nid: ${SLOT_START}:1\n\n`);
});

test('a league without a subscription is omitted; sampling follows the subscription', async () => {
  const { hub, clock, subscribe } = await listen();
  const slow = await open('/api/odds/stream', { 'x-api-token': subscribe({ samplingSeconds: 60 }, 's') });
  const quick = await open('/api/odds/stream');
  hub.publish(odds(0));
  hub.publish(odds(1, { leagueId: 902 }));
  hub.publish(odds(2));
  hub.publish(odds(3, { line: 'b', suspended: true }));
  expect(indices(await quick.until(has(3)))).toEqual([0, 2, 3]);
  expect(indices(await slow.until(has(1)))).toEqual([3]);
  await clock.advance(60_000);
  expect(indices(await slow.until(has(2)))).toEqual([3, 2]);
});

test('a stream resumes where it was interrupted', async () => {
  const { hub } = await listen();
  const first = await open('/api/odds/stream');
  for (let i = 0; i < 3; i++) hub.publish(odds(i));
  const id =
    lines(await first.until(has(3)))
      .filter((line) => line.startsWith('id: '))[1]
      ?.slice(4) ?? '';
  first.close();
  await until(() => hub.size === 0);
  hub.publish(odds(3));
  const second = await open('/api/odds/stream', { 'last-event-id': id });
  hub.publish(odds(4));
  expect(indices(await second.until(has(3)))).toEqual([2, 3, 4]);
  const old = await open('/api/odds/stream', { 'last-event-id': '1:1' });
  hub.publish(odds(5));
  const text = await old.until(has(1));
  expect(heartbeats(text)).toEqual([{ Ts: START / 1000, Gap: { From: '1:1', To: `${SLOT_START}:4` } }]);
  expect(indices(text)).toEqual([5]);
});

test('gzip on request, with each event sent at once and smaller', async () => {
  const { hub, clock } = await listen();
  const packed = await open('/api/odds/stream', { 'accept-encoding': 'gzip' });
  const plain = await open('/api/odds/stream');
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(packed.headers.vary).toContain('Accept-Encoding');
  for (let i = 0; i < 20; i++) {
    hub.publish(odds(i));
    await packed.until(has(i + 1));
  }
  await plain.until(has(20));
  expect(packed.text).toBe(plain.text);
  await clock.advance(15_000);
  await packed.until((text) => text.includes('heartbeat'));
  expect(packed.bytes).toBeLessThan(plain.bytes);
});

test('events published in one turn are one write, and their bytes are unchanged on the wire', async () => {
  const { app, hub, headers } = await listen();
  const sockets: Socket[] = [];
  app.server.on('connection', (socket) => sockets.push(socket));
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const fields = Object.entries({ host: 'oracle.test', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  let text = '';
  client.on('data', (bytes) => {
    text += bytes;
  });
  const closed = new Promise((resolve) => client.once('close', resolve));
  client.write(`GET /api/odds/stream HTTP/1.1\r\n${fields.join('')}\r\n`);
  await until(() => hub.size === 1 && text.includes('\r\n\r\n'));
  const [socket] = sockets;
  if (!socket) throw new Error('no connection');
  let writes = 0;
  const { _write, _writev } = socket;
  socket._write = (...given) => {
    writes++;
    _write.apply(socket, given);
  };
  socket._writev = (...given) => {
    writes++;
    _writev?.apply(socket, given);
  };
  for (let i = 0; i < 10; i++) hub.publish(odds(i));
  await until(() => has(10)(text));
  expect(writes).toBe(1);
  const [head = '', body] = text.split('\r\n\r\n');
  expect(head.toLowerCase()).not.toContain('transfer-encoding');
  expect(body).toBe(Array.from({ length: 10 }, (_, i) => odds(i).frames.described.toString()).join(''));
  hub.close();
  await closed;
  expect(heartbeats(text.slice(head.length + 4)).at(-1)).toMatchObject({ Closing: 'The service is stopping.' });
});

test('a stream requested behind another answer on the connection follows it', async () => {
  const { app, hub, records, headers } = await listen();
  let release = () => {};
  records.scoresOf = async function* () {
    yield await new Promise<[]>((resolve) => {
      release = () => resolve([]);
    });
  };
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const fields = Object.entries({ host: 'oracle.test', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const ask = (path: string): string => `GET ${path} HTTP/1.1\r\n${fields.join('')}\r\n`;
  let text = '';
  client.on('data', (bytes) => {
    text += bytes;
  });
  const closed = new Promise((resolve) => client.once('close', resolve));
  client.write(ask('/api/scores/historical/1') + ask('/api/odds/stream'));
  await until(() => hub.size === 1);
  hub.publish(odds(0));
  await settled();
  expect(text).toBe('');
  release();
  await until(() => has(1)(text));
  hub.publish(odds(1));
  await until(() => has(2)(text));
  hub.close();
  await closed;
  const [, , head = '', body] = text.split(/\r\n\r\n/);
  expect(text.match(/^HTTP\/1\.1 200/gm)).toHaveLength(2);
  expect(text.indexOf('text/event-stream')).toBeGreaterThan(text.indexOf('application'));
  expect([head, body].join('')).toContain(odds(1).frames.described.toString());
});

test('a wallet has a limited number of streams over all its tokens, and a closed one makes room', async () => {
  const { hub, subscribe } = await listen({ streams: { streamsPerWallet: 2 } });
  const first = await open('/api/odds/stream');
  await open('/api/scores/stream', { 'x-api-token': subscribe() });
  expect((await open('/api/scores/stream', { 'x-api-token': subscribe() })).status).toBe(429);
  expect((await open('/api/scores/stream', { 'x-api-token': subscribe({}, 'x') })).status).toBe(200);
  const third = await open('/api/odds/stream');
  expect(third.status).toBe(429);
  expect(third.headers['retry-after']).toBe('15');
  expect(await third.end()).toMatch(/limit is 2/);
  first.close();
  await until(() => hub.size === 2);
  expect((await open('/api/odds/stream')).status).toBe(200);
});

test('the end of the subscription ends the stream; an extended one continues', async () => {
  const { hub, clock, subscribe, store } = await listen({ streams: { heartbeat: 86_000_000 } });
  const over = await open('/api/odds/stream', { 'accept-encoding': 'gzip' });
  const extended = await open('/api/odds/stream', { 'x-api-token': subscribe({}, 'x') });
  store.hold(
    'x',
    store.bought('x').map((period) => ({ ...period, endsAt: period.endsAt + 86_400_000 })),
  );
  await clock.advance(86_400_000);
  expect(heartbeats(await over.end()).at(-1)).toMatchObject({ Closing: 'The subscription is over.' });
  await until(() => hub.size === 1);
  const event = oddsEvent(9, START - SLOT + 86_400_000);
  hub.publish(event);
  expect(indices(await extended.until(has(1)))).toEqual([9]);
  expect((await open('/api/odds/stream')).status).toBe(403);
});

test('a refused token ends its streams, an unreachable database does not', async () => {
  const { hub, subscribe, store } = await listen();
  const asked = store.token.bind(store);
  const refused = await open('/api/odds/stream', { 'x-api-token': subscribe({}, 'x') });
  const kept = await open('/api/odds/stream', { 'x-api-token': subscribe({}, 'y') });
  store.tokens.clear();
  await hub.refresh('x');
  expect(heartbeats(await refused.end()).at(-1)).toMatchObject({ Closing: 'The API token was ended.' });
  store.token = () => Promise.reject(new Error('the database is away'));
  await hub.refresh('y');
  store.token = asked;
  hub.publish(odds(0));
  expect(indices(await kept.until(has(1)))).toEqual([0]);
});

test('the end of the session token ends the stream', async () => {
  const { clock, subscribe, store } = await listen({ streams: { heartbeat: 86_400_000 } });
  const token = subscribe({}, 'long');
  store.hold(
    'long',
    store.bought('long').map((period) => ({ ...period, endsAt: START + 1e10 })),
  );
  const reader = await open('/api/scores/stream', { 'x-api-token': token });
  await clock.advance(2_592_000_000);
  expect(heartbeats(await reader.end()).at(-1)).toMatchObject({ Closing: 'The session token has expired.' });
});

test('a reader that reads nothing is dropped, and the service buffers little for it', async () => {
  const { hub, clock } = await listen({ streams: { maxWaiting: 1_000_000 } });
  for (const encoding of ['identity', 'gzip']) {
    const stuck = await open('/api/odds/stream', { 'accept-encoding': encoding });
    const quick = await open('/api/odds/stream');
    stuck.response.pause();
    // Seeded noise, so that gzip helps little; large, because the machine itself buffers megabytes.
    let state = 1;
    const noise = Buffer.from(
      Uint8Array.from({ length: 90_000 }, () => {
        state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
        return state >> 16;
      }),
    ).toString('base64');
    let count = 0;
    while (hub.size === 2 && count < 1_000) {
      const frame = eventFrame(odds(count).id, { text: noise.slice(count) });
      hub.publish({ ...odds(count++), frames: { described: frame, observed: frame } });
      await quick.until(has(1));
      quick.text = '';
    }
    expect(hub.size).toBe(1);
    expect(quick.ended).toBe(false);
    await clock.advance(5_000);
    stuck.response.resume();
    await stuck.end();
    quick.close();
    await until(() => hub.size === 0);
  }
});

test('shutdown ends its streams with a last heartbeat', async () => {
  const { app, hub } = await listen();
  const plain = await open('/api/odds/stream');
  const packed = await open('/api/scores/stream', { 'accept-encoding': 'gzip' });
  const closed = app.close();
  for (const reader of [plain, packed])
    expect(heartbeats(await reader.end())).toEqual([{ Ts: START / 1000, Closing: 'The service is stopping.' }]);
  await closed;
  expect(hub.size).toBe(0);
});

test('shutdown does not wait for connections that stay open after their last answers', async () => {
  const { app, records, headers } = await listen();
  let asked = () => {};
  let release = () => {};
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  records.scoresOf = async function* () {
    yield await new Promise<[]>((resolve) => {
      release = () => resolve([]);
      asked();
    });
  };
  // These keep their connections for the next request unless told otherwise.
  const stream = await fetch(`${address}/api/odds/stream`, { headers });
  const answer = fetch(`${address}/api/scores/historical/1`, { headers });
  await isAsked;
  const closed = app.close();
  expect(heartbeats(await stream.text())).toMatchObject([{ Closing: 'The service is stopping.' }]);
  release();
  const { status, headers: last } = await answer;
  expect([status, last.get('connection'), stream.headers.get('connection')]).toEqual([200, 'close', 'close']);
  await closed;
});

test('shutdown does not wait for a connection that was never used', async () => {
  // With no idle timeout it would wait for ever.
  const { app } = await listen({ limits: { silence: 0 } });
  const seen = new Promise((resolve) => app.server.once('connection', resolve));
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const gone = new Promise((resolve) => socket.once('close', resolve).on('error', () => {}));
  await seen;
  await app.close();
  await gone;
});
