import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { newApiToken } from '../../ts/service/auth/index.js';
import { addressOf } from '../../ts/service/http/addressOf.js';
import { RateLimit } from '../../ts/service/http/rateLimit.js';
import { type EdgeScene, edgeScene, odds, SLOT_START } from '../helpers/service/edgeScene.js';
import { RawConnection } from '../helpers/service/rawConnection.js';
import { indices, scoresEvent } from '../helpers/service/streamEvents.js';
import { StreamReader } from '../helpers/service/streamReader.js';
import { settled } from '../helpers/service/testClock.js';

let scene: EdgeScene;
let port: number;
const connections: { close(): void }[] = [];

async function listen(options: Parameters<typeof edgeScene>[0] = {}): Promise<EdgeScene> {
  scene = await edgeScene(options);
  await scene.app.listen({ port: 0, host: '127.0.0.1' });
  port = (scene.app.server.address() as AddressInfo).port;
  return scene;
}
async function open(): Promise<RawConnection> {
  const connection = await RawConnection.open(port);
  connections.push(connection);
  return connection;
}
afterEach(async () => {
  for (const connection of connections.splice(0)) connection.close();
  await scene?.app.close();
});
const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
/** Not at all soon: what a test does not look at must not decide it. */
const FAR = 600_000;
const QUICK = { headerTime: FAR, silence: FAR, keepAlive: FAR, look: 10 };

describe('a connection', () => {
  test('that sends no whole header in time is closed', async () => {
    await listen({ timeLimit: FAR, limits: { ...QUICK, headerTime: 30 } });
    const [slow, silent] = [await open(), await open()];
    slow.send('GET /docs HTTP/1.1\r\nHost: a\r\nX-A: ');
    for (const connection of [slow, silent]) {
      await connection.end();
      expect(connection.statuses).toEqual([408]);
    }
    expect(slow.text).toMatch(/Content-Type: text\/plain.*Connection: close.*\r\n\r\nRequest Timeout$/s);
  });

  test('that sends no whole body in time is closed', async () => {
    await listen({ timeLimit: 60, limits: QUICK });
    const slow = await open();
    slow.send(
      'POST /auth/guest/start HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
    );
    await slow.end();
    // The answer of the route in time or that of the connection, whichever limit is looked at first.
    expect([[408], [503]]).toContainEqual(slow.statuses);
  });

  test('is told that its header is too large, or that it sent no request', async () => {
    await listen({ limits: QUICK });
    const cases: [string, number][] = [
      [get('/docs', `X-A: ${'a'.repeat(20_000)}\r\n`), 431],
      [get(`/docs?${'a'.repeat(20_000)}`), 431],
      ['nonsense\r\n\r\n', 400],
      ['GET /docs HTTP/1.1\r\n\r\n', 400],
      [get('/docs', 'X-A: a\nX-B: \u0000\r\n'), 400],
      ['POST /auth/guest/start HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}', 400],
    ];
    for (const [sent, status] of cases) {
      const connection = await open();
      connection.send(sent);
      await connection.end();
      expect([sent.slice(0, 40), connection.statuses[0]]).toEqual([sent.slice(0, 40), status]);
    }
  });

  test('whose other end has ended gets its answer, and half a request is refused', async () => {
    await listen({ limits: QUICK });
    const whole = await open();
    whole.send(get('/healthz'));
    whole.socket.end();
    expect(await whole.end()).toMatch(/^HTTP\/1\.1 200 .*ok\n$/s);
    const half = await open();
    half.send('GET /healthz HTTP/1.1\r\nHost: a\r\n');
    half.socket.end();
    await half.end();
    expect(half.statuses).toEqual([400]);
  });

  test('that takes nothing of its answer is cut', async () => {
    const { records, headers } = await listen({ limits: { ...QUICK, silence: 100 } });
    records.latestOdds = async () => Array(40).fill(odds(1, SLOT_START, { record: { text: 'a'.repeat(1 << 20) } }));
    const cut = new Promise<void>((resolve) => {
      scene.app.server.once('connection', (socket) => socket.once('timeout', () => socket.once('close', resolve)));
    });
    const stuck = await open();
    stuck.socket.pause();
    const credentials = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    stuck.send(get('/api/odds/snapshot/1', credentials.join('')));
    await cut;
  });

  test('with a stream may be silent for long', async () => {
    const { headers, ports, hub } = await listen({ timeLimit: FAR, limits: { ...QUICK, silence: 1_000 } });
    const stream = await StreamReader.open(`http://127.0.0.1:${port}/api/scores/stream`, headers);
    connections.push(stream);
    // Begun later and cut: the stream would have been before.
    ports.records.latestOdds = () => new Promise(() => {});
    const silent = await open();
    const credentials = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    silent.send(get('/api/odds/snapshot/1', credentials.join('')));
    await silent.end();
    hub.publish(scoresEvent(3, SLOT_START));
    expect(indices(await stream.until((text) => indices(text).length > 0))).toEqual([3]);
  });

  test('gets answers in the order of its requests, and no more than the limit', async () => {
    await listen({ limits: { ...QUICK, requestsPerConnection: 3 } });
    const connection = await open();
    connection.send(get('/healthz') + get('/nowhere') + get('/readyz') + get('/healthz') + get('/healthz'));
    await connection.end();
    expect(connection.statuses).toEqual([200, 404, 200]);
    expect(connection.text.match(/connection: close/gi)).toHaveLength(1);
  });

  test('beyond the limit is closed at once, and another may come when one has gone', async () => {
    await listen({ limits: { ...QUICK, connections: 1 } });
    const first = await open();
    first.send(get('/healthz'));
    await first.until((text) => text.endsWith('ok\n'));
    const second = await open();
    expect(await second.end()).toBe('');
    first.close();
    for (;;) {
      const next = await open();
      next.send(get('/healthz', 'Connection: close\r\n'));
      if ((await next.end()) === '') continue;
      expect(next.statuses).toEqual([200]);
      break;
    }
  });
});

describe('requests without a valid API token', () => {
  const retries = async (url: string, headers: Record<string, string>, remoteAddress: string): Promise<unknown[]> => {
    const response = await scene.app.inject({ url, headers, remoteAddress });
    return [response.statusCode, response.headers['retry-after']];
  };

  test('are counted by address, whatever is wrong with them', async () => {
    scene = await edgeScene({ addressRequestsPerSecond: 2 });
    const { authorization } = scene.headers as { authorization: string };
    const kinds: [string, Record<string, string>, number][] = [
      ['/api/odds/snapshot/1', {}, 401],
      ['/api/odds/snapshot/1', { authorization, 'x-api-token': 'lsm_unknown' }, 403],
      ['/nowhere', {}, 404],
      ['/docs', {}, 200],
      ['/docs/openapi.yaml', {}, 200],
      ['/.well-known/oracle-keys', {}, 200],
    ];
    for (const [i, [url, headers, status]] of kinds.entries()) {
      const address = `10.1.0.${i}`;
      for (let n = 0; n < 2; n++) expect(await retries(url, headers, address)).toEqual([status, undefined]);
      expect([url, await retries(url, headers, address)]).toEqual([url, [429, '1']]);
    }
    // Not even looked at.
    scene.ports.auth.session = () => Promise.reject(new Error('asked'));
    expect(await retries('/api/odds/snapshot/1', {}, '10.1.0.0')).toEqual([429, '1']);
    // One address cannot use up what belongs to another, nor the service that of whoever looks after it.
    expect(await retries('/docs', {}, '10.2.0.1')).toEqual([200, undefined]);
    for (let n = 0; n < 5; n++) expect(await retries('/healthz', {}, '10.1.0.2')).toEqual([200, undefined]);
  });

  test('do not cost those who have one, and a token is not counted by address', async () => {
    scene = await edgeScene({ addressRequestsPerSecond: 2, requestsPerSecond: 5 });
    for (let n = 0; n < 5; n++)
      expect((await scene.app.inject({ url: '/api/odds/snapshot/1', headers: scene.headers })).statusCode).toBe(200);
    expect(await retries('/api/odds/snapshot/1', scene.headers, '127.0.0.1')).toEqual([429, '1']);
    expect(await retries('/docs', {}, '127.0.0.1')).toEqual([200, undefined]);
  });

  test('however many, keep nobody out who has one, also at the same address', async () => {
    scene = await edgeScene({ addressRequestsPerSecond: 2, requestsPerSecond: 5 });
    const { authorization } = scene.headers as { authorization: string };
    const bad = [
      {},
      { authorization: 'Bearer a.b.c', 'x-api-token': scene.token },
      { authorization, 'x-api-token': 'x' },
    ];
    for (let n = 0; n < 10; n++)
      for (const headers of bad) await retries('/api/odds/snapshot/1', headers as Record<string, string>, '127.0.0.1');
    for (const headers of [...bad, { authorization }])
      expect(await retries('/api/odds/snapshot/1', headers as Record<string, string>, '127.0.0.1')).toEqual([429, '1']);
    const other = await scene.app.inject({ method: 'POST', url: '/auth/guest/start' });
    expect(other.statusCode).toBe(429);
    // With a session of its own, and up to its own limit.
    const fresh = { ...scene.headers, authorization: `Bearer ${await scene.ports.auth.startGuest()}` };
    for (let n = 0; n < 5; n++)
      expect(await retries('/api/odds/snapshot/1', fresh, '127.0.0.1')).toEqual([200, undefined]);
    expect(await retries('/api/odds/snapshot/1', fresh, '127.0.0.1')).toEqual([429, '1']);
  });

  test('that guess tokens are soon not looked at any more', async () => {
    scene = await edgeScene({ addressRequestsPerSecond: 2 });
    const { store, headers } = scene;
    let looks = 0;
    const token = store.token.bind(store);
    store.token = (...asked) => {
      looks++;
      return token(...asked);
    };
    const guess = { ...headers, 'x-api-token': newApiToken() };
    const statuses: unknown[] = [];
    for (let n = 0; n < 6; n++) statuses.push((await retries('/api/odds/snapshot/1', guess, '10.0.0.1'))[0]);
    expect([statuses, looks]).toEqual([[403, 403, 429, 429, 429, 429], 2]);
    // Not for what it did at one address is it kept out at another, where it can be told from others.
    expect((await retries('/api/odds/snapshot/1', headers, '10.0.0.2'))[0]).toBe(200);
  });

  test('are told apart behind a proxy that is believed, and only there', async () => {
    scene = await edgeScene({ addressRequestsPerSecond: 2, trustProxy: ['10.0.0.0/8', 'loopback'] });
    const from = async (remoteAddress: string, forwarded: string) =>
      (await retries('/docs', { 'x-forwarded-for': forwarded }, remoteAddress))[0];
    const flood = async (remoteAddress: string, forwarded: string) => {
      for (let n = 0; n < 4; n++) await from(remoteAddress, forwarded);
      return from(remoteAddress, forwarded);
    };
    expect(await flood('10.0.0.1', '192.0.2.1')).toBe(429);
    expect(await from('10.0.0.1', '192.0.2.2')).toBe(200);
    // What the caller had written there itself stands before what the proxies saw.
    expect(await from('10.0.0.1', '203.0.113.9, 192.0.2.1')).toBe(429);
    expect(await from('127.0.0.1', '192.0.2.1, 10.3.0.1')).toBe(429);
    // Somebody else may write there what he likes.
    expect(await flood('198.51.100.1', '192.0.2.3')).toBe(429);
    expect(await from('198.51.100.1', '192.0.2.4')).toBe(429);
    expect(await from('10.0.0.1', '192.0.2.3')).toBe(200);
  });

  test('are those of the proxy when none is believed', async () => {
    scene = await edgeScene({ addressRequestsPerSecond: 2 });
    const statuses: unknown[] = [];
    for (let n = 0; n < 3; n++)
      statuses.push((await retries('/docs', { 'x-forwarded-for': `192.0.2.${n}` }, '10.0.0.1'))[0]);
    expect(statuses).toEqual([200, 200, 429]);
  });

  test('that cannot be checked are not held against their address', async () => {
    scene = await edgeScene({ addressRequestsPerSecond: 1 });
    scene.ports.auth.access = () => Promise.reject(new Error('no database'));
    for (let n = 0; n < 3; n++)
      expect(await retries('/api/odds/snapshot/1', scene.headers, '10.0.0.1')).toEqual([500, undefined]);
  });
});

test('an address stands for itself, in IPv6 for its network', () => {
  expect(
    ['10.0.0.1', '::ffff:10.0.0.1', '2001:db8:1:2:3:4:5:6', '2001:DB8:1:2::9', '2001:db8::1', '::1', 'x'].map(
      addressOf,
    ),
  ).toEqual([
    '10.0.0.1',
    '10.0.0.1',
    '2001:db8:1:2::/64',
    '2001:db8:1:2::/64',
    '2001:db8:0:0::/64',
    '0:0:0:0::/64',
    'x',
  ]);
  expect(addressOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
});

test('the limit remembers no more callers than it may, and forgets those who are idle', () => {
  let now = 0;
  const limit = new RateLimit(2, () => now, 100);
  for (let i = 0; i < 1_000; i++) limit.take(`a${i}`);
  expect(limit.size).toBe(100);
  limit.take('a999');
  expect(() => limit.take('a999')).toThrow('Too many requests');
  expect(() => limit.check('a999')).toThrow('Too many requests');
  limit.check('a998');
  for (let i = 0; i < 50; i++) {
    now += 1_000;
    limit.take('b');
  }
  expect(limit.size).toBe(1);
});

test('the limit goes on by itself when the clock is set back', () => {
  let now = 86_400_000;
  const limit = new RateLimit(2, () => now, 100);
  for (let n = 0; n < 2; n++) limit.take('a');
  expect(() => limit.take('a')).toThrow('Too many requests');
  now = 0;
  // Nobody gains by it, either.
  expect(() => limit.check('a')).toThrow('Too many requests');
  now += 499;
  expect(() => limit.take('a')).toThrow('Too many requests');
  now += 1;
  limit.take('a');
  expect(() => limit.take('a')).toThrow('Too many requests');
  // Those who are idle are forgotten as ever.
  for (let n = 0; n < 5; n++) {
    now += 1_000;
    limit.take('b');
  }
  expect(limit.size).toBe(1);
});

test('a request that comes while the service stops is told to come back', async () => {
  const { app, records, headers } = await listen({ limits: QUICK });
  let answer = (_: never[]) => {};
  const asked = new Promise<void>((resolve) => {
    records.latestOdds = () => {
      resolve();
      return new Promise((given) => {
        answer = given;
      });
    };
  });
  const connection = await open();
  const credentials = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  connection.send(get('/api/odds/snapshot/1', credentials.join('')));
  await asked;
  const accepted = () => new Promise<Socket>((resolve) => app.server.once('connection', resolve));
  const taken = accepted();
  const late = await open();
  const far = await taken;
  late.send(get('/healthz'));
  await late.until((text) => text.endsWith('ok\n'));
  // A request that has begun when the service stops, and ends afterwards.
  const [begin, rest] = [get('/docs').slice(0, 10), get('/docs').slice(10)];
  const read = far.bytesRead;
  late.send(begin);
  while (far.bytesRead < read + begin.length) await settled();
  const unused = accepted();
  const idle = await open();
  await unused;
  const closed = app.close();
  await settled();
  connection.send(get('/docs') + get('/healthz'));
  late.send(rest);
  expect(await late.end()).toMatch(/HTTP\/1\.1 503 .*retry-after: 5.*\r\n\r\nThe service stops$/is);
  expect(late.statuses).toEqual([200, 503]);
  expect(late.text).toMatch(/connection: close/i);
  // Who has connected ahead and sent nothing connects elsewhere.
  expect(await idle.end()).toBe('');
  answer([]);
  const text = await connection.end();
  expect(connection.statuses[0]).toBe(200);
  expect(text).toMatch(/connection: close/i);
  await closed;
});
