import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { newApiToken } from '../../ts/service/edge/auth/apiToken.js';
import { AddressPlaces, addressOf } from '../../ts/service/edge/http/address.js';
import { inNetworks } from '../../ts/service/edge/http/networks.js';
import { RateLimit } from '../../ts/service/edge/http/rateLimit.js';
import { type EdgeScene, edgeScene, odds, SLOT_START } from '../helpers/service/edgeScene.js';
import { type From, RawConnection } from '../helpers/service/rawConnection.js';
import { indices, scoresEvent } from '../helpers/service/streamEvents.js';
import { StreamReader } from '../helpers/service/streamReader.js';
import { settled } from '../helpers/service/testClock.js';

let scene: EdgeScene;
let port: number;
const connections: { close(): void }[] = [];

async function listen(options: Parameters<typeof edgeScene>[0] = {}, host = '127.0.0.1'): Promise<EdgeScene> {
  scene = await edgeScene(options);
  await scene.app.listen({ port: 0, host });
  port = (scene.app.server.address() as AddressInfo).port;
  return scene;
}
async function open(from: From = {}): Promise<RawConnection> {
  const connection = await RawConnection.open(port, from);
  connections.push(connection);
  return connection;
}
afterEach(async () => {
  for (const connection of connections.splice(0)) connection.close();
  await scene?.app.close();
});
const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
/** Long enough never to decide a test of something else. */
const FAR = 600_000;
const QUICK = { headerTime: FAR, silence: FAR, keepAlive: FAR, look: 10 };

describe('a connection', () => {
  test('that sends no complete header in time is closed', async () => {
    await listen({ timeLimit: FAR, limits: { ...QUICK, headerTime: 30 } });
    const [slow, silent] = [await open(), await open()];
    slow.send('GET /docs HTTP/1.1\r\nHost: a\r\nX-A: ');
    for (const connection of [slow, silent]) {
      await connection.end();
      expect(connection.statuses).toEqual([408]);
    }
    expect(slow.text).toMatch(/Content-Type: text\/plain.*Connection: close.*\r\n\r\nRequest Timeout$/s);
  });

  test('that sends no complete body in time is closed', async () => {
    await listen({ timeLimit: 60, limits: QUICK });
    const slow = await open();
    slow.send(
      'POST /auth/guest/start HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
    );
    await slow.end();
    expect(slow.statuses).toEqual([408]);
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

  test('that is half-closed gets its answer; half a request is refused', async () => {
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

  test('that reads nothing of its answer is cut', async () => {
    const { app, records, headers } = await listen({ timeLimit: FAR, limits: QUICK });
    records.latestOdds = async () => Array(40).fill(odds(1, SLOT_START, { record: { text: 'a'.repeat(1 << 20) } }));
    const accepted = once(app.server, 'connection');
    const stuck = await open();
    stuck.socket.pause();
    const credentials = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    stuck.send(get('/api/odds/snapshot/1', credentials.join('')));
    const [far]: Socket[] = await accepted;
    if (!far) throw new Error('nobody connected');
    // The rest to write is more than the machine buffers.
    while (far.writableLength < 1 << 20) await settled();
    expect(far.timeout).toBe(FAR);
    const cut = once(far, 'close');
    far.emit('timeout');
    await cut;
  });

  test('with a stream may be silent for long', async () => {
    const { app, headers, ports, hub } = await listen({ timeLimit: FAR, limits: QUICK });
    const accepted = async (): Promise<Socket> => (await once(app.server, 'connection'))[0];
    const ofStream = accepted();
    const stream = await StreamReader.open(`http://127.0.0.1:${port}/api/scores/stream`, headers);
    connections.push(stream);
    const asked = new Promise<void>((resolve) => {
      ports.records.latestOdds = () => {
        resolve();
        return new Promise(() => {});
      };
    });
    const ofSilent = accepted();
    const silent = await open();
    const credentials = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    silent.send(get('/api/odds/snapshot/1', credentials.join('')));
    await asked;
    // 0: no timeout.
    expect([(await ofStream).timeout, (await ofSilent).timeout]).toEqual([0, FAR]);
    (await ofSilent).emit('timeout');
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

  test('beyond the limit is closed at once; a new one is accepted when another has gone', async () => {
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

  test('are counted by address, whatever their fault', async () => {
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
    // Not even checked.
    scene.ports.auth.session = () => Promise.reject(new Error('asked'));
    expect(await retries('/api/odds/snapshot/1', {}, '10.1.0.0')).toEqual([429, '1']);
    // One address cannot use up another's limit, nor can a service's users that of its operators.
    expect(await retries('/docs', {}, '10.2.0.1')).toEqual([200, undefined]);
    for (let n = 0; n < 5; n++) expect(await retries('/healthz', {}, '10.1.0.2')).toEqual([200, undefined]);
  });

  test('count as what they cost, like those with a token', async () => {
    scene = await edgeScene({ addressRequestsPerSecond: 5 });
    const { authorization } = scene.headers as { authorization: string };
    const statuses = async (url: string, address: string): Promise<unknown[]> => {
      const found: unknown[] = [];
      for (let n = 0; n < 6; n++) found.push((await retries(url, { authorization }, address))[0]);
      return found;
    };
    // The roots of a day cost 2, the hosts of an activation 1.
    expect(await statuses('/api/roots/1', '10.0.0.1')).toEqual([200, 200, 429, 429, 429, 429]);
    expect(await statuses('/.well-known/activation', '10.0.0.2')).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('do not cost valid callers anything, and a token is not counted by address', async () => {
    scene = await edgeScene({ addressRequestsPerSecond: 2, requestsPerSecond: 5 });
    for (let n = 0; n < 5; n++)
      expect((await scene.app.inject({ url: '/api/odds/snapshot/1', headers: scene.headers })).statusCode).toBe(200);
    expect(await retries('/api/odds/snapshot/1', scene.headers, '127.0.0.1')).toEqual([429, '1']);
    expect(await retries('/docs', {}, '127.0.0.1')).toEqual([200, undefined]);
  });

  test('never lock out valid callers, even at the same address', async () => {
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
    // With a separate session, up to its own limit.
    const fresh = { ...scene.headers, authorization: `Bearer ${await scene.ports.auth.startGuest()}` };
    for (let n = 0; n < 5; n++)
      expect(await retries('/api/odds/snapshot/1', fresh, '127.0.0.1')).toEqual([200, undefined]);
    expect(await retries('/api/odds/snapshot/1', fresh, '127.0.0.1')).toEqual([429, '1']);
  });

  test('that guess tokens are soon refused unchecked', async () => {
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
    // Attempts from one address do not lock a token out at another.
    expect((await retries('/api/odds/snapshot/1', headers, '10.0.0.2'))[0]).toBe(200);
  });

  test('are told apart behind a trusted proxy, and only there', async () => {
    scene = await edgeScene({ addressRequestsPerSecond: 2, trustProxy: ['10.0.0.0/8', 'loopback'] });
    const from = async (remoteAddress: string, forwarded: string) =>
      (await retries('/docs', { 'x-forwarded-for': forwarded }, remoteAddress))[0];
    const flood = async (remoteAddress: string, forwarded: string) => {
      for (let n = 0; n < 4; n++) await from(remoteAddress, forwarded);
      return from(remoteAddress, forwarded);
    };
    expect(await flood('10.0.0.1', '192.0.2.1')).toBe(429);
    expect(await from('10.0.0.1', '192.0.2.2')).toBe(200);
    // The caller's own header entries precede those of the proxies.
    expect(await from('10.0.0.1', '203.0.113.9, 192.0.2.1')).toBe(429);
    expect(await from('127.0.0.1', '192.0.2.1, 10.3.0.1')).toBe(429);
    // Other callers may write anything there.
    expect(await flood('198.51.100.1', '192.0.2.3')).toBe(429);
    expect(await from('198.51.100.1', '192.0.2.4')).toBe(429);
    expect(await from('10.0.0.1', '192.0.2.3')).toBe(200);
  });

  test.each([
    ['with its port', '10.3.0.1:4711'],
    ['of IPv6 in brackets', '[2001:db8::1]'],
    ['of IPv6 with its port', '[2001:db8::1]:4711'],
    ['of IPv6 with a port and no brackets', '2001:0db8:0:0:0:0:0:1:4711'],
    ['in upper case', '[2001:DB8::1]:4711'],
    ['with a zone', '[fe80::1%eth0]:4711'],
    ['of IPv4 in the notation of IPv6', '[::FFFF:10.3.0.1]:4711'],
    ['of that without brackets', '::ffff:10.3.0.1:4711'],
    ['in quotation marks', '"[2001:db8::1]:4711"'],
  ])('come from behind two proxies, the second of which is written %s', async (_, second) => {
    scene = await edgeScene({ addressRequestsPerSecond: 2, trustProxy: ['10.0.0.0/8', '2001:db8::/64', 'linklocal'] });
    const from = async (caller: string) =>
      (await retries('/docs', { 'x-forwarded-for': `${caller}, ${second}` }, '10.0.0.1'))[0];
    const statuses: unknown[] = [];
    // One caller, however often it connects and whatever it writes before its own address.
    for (const caller of ['203.0.113.7:4711', '203.0.113.7:4712', '198.51.100.9, [::ffff:203.0.113.7]:4713'])
      statuses.push(await from(caller));
    expect([...statuses, await from('203.0.113.8:4711')]).toEqual([200, 200, 429, 200]);
  });

  test('belong to the proxy when none is trusted', async () => {
    scene = await edgeScene({ addressRequestsPerSecond: 2 });
    const statuses: unknown[] = [];
    for (let n = 0; n < 3; n++)
      statuses.push((await retries('/docs', { 'x-forwarded-for': `192.0.2.${n}` }, '10.0.0.1'))[0]);
    expect(statuses).toEqual([200, 200, 429]);
  });

  test('that cannot be checked are not counted against their address', async () => {
    scene = await edgeScene({ addressRequestsPerSecond: 1 });
    scene.ports.auth.access = () => Promise.reject(new Error('no database'));
    for (let n = 0; n < 3; n++)
      expect(await retries('/api/odds/snapshot/1', scene.headers, '10.0.0.1')).toEqual([500, undefined]);
  });
});

describe('the connections of one address', () => {
  const HALF = 'GET /healthz HTTP/1.1\r\nHost: a\r\nX-A: ';
  const [a, b] = [{ localAddress: '127.0.0.2' }, { localAddress: '127.0.0.3' }];
  const credentials = (more: Record<string, string> = {}): string =>
    Object.entries({ ...scene.headers, ...more })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
  const health = async (from: From): Promise<number | undefined> => {
    const connection = await open(from);
    connection.send(get('/healthz', 'Connection: close\r\n'));
    await connection.end();
    return connection.statuses[0];
  };

  test('are limited, even if none sends a request, without affecting other addresses', async () => {
    await listen({ timeLimit: FAR, limits: { ...QUICK, connections: 100, connectionsPerAddress: 20 } });
    const held: RawConnection[] = [];
    for (let n = 0; n < 60; n++) {
      const half = await open(a);
      half.send(HALF);
      held.push(half);
    }
    for (const refused of held.splice(20)) {
      await refused.end();
      // Data already sent may reset the connection before the reason arrives.
      expect([[429], []]).toContainEqual(refused.statuses);
    }
    expect(held.filter(({ closed }) => closed)).toEqual([]);
    const refused = await open(a);
    expect(await refused.end()).toMatch(
      /^HTTP\/1\.1 429 .*Retry-After: 5.*Connection: close\r\n\r\nToo Many Requests$/s,
    );
    expect(await health(b)).toBe(200);
    held[7]?.close();
    for (;;) if ((await health(a)) === 200) break;
  });

  test('in IPv6 are counted by network, and IPv4 addresses the same in both notations', async () => {
    await listen({ timeLimit: FAR, limits: { ...QUICK, connectionsPerAddress: 1 } }, '::');
    const held = [await open(a), await open({ host: '::1' })];
    expect([await health(a), await health({ host: '::1' })]).toEqual([429, 429]);
    expect(await health(b)).toBe(200);
    expect(held.some(({ closed }) => closed)).toBe(false);
  });

  test('of a trusted proxy are unlimited; requests and streams are counted by the address it names', async () => {
    const proxy = { localAddress: '127.0.0.9' };
    const { records, hub } = await listen({
      timeLimit: FAR,
      trustProxy: ['127.0.0.9', '192.0.2.128/25'],
      limits: { ...QUICK, connectionsPerAddress: 2 },
    });
    const answers: (() => void)[] = [];
    records.latestOdds = () => new Promise((given) => answers.push(() => given([])));
    const ask = async (from: From, path: string, forwarded: string): Promise<RawConnection> => {
      const connection = await open(from);
      connection.send(get(path, credentials({ 'x-forwarded-for': forwarded })));
      return connection;
    };
    for (let n = 0; n < 10; n++) (await open(proxy)).send(HALF);
    const waiting = await ask(proxy, '/api/odds/snapshot/1', '192.0.2.1');
    while (answers.length === 0) await settled();
    const stream = await ask(proxy, '/api/odds/stream', '198.51.100.1, 192.0.2.1, 192.0.2.200');
    await stream.until((text) => text.includes('event-stream'));
    const refused = await ask(proxy, '/api/odds/stream', '192.0.2.1');
    expect(await refused.until((text) => /open requests and streams\.?$/.test(text))).toMatch(
      /^HTTP\/1\.1 429 .*retry-after: 5\r\n/s,
    );
    const refusedToo = await ask(proxy, '/api/scores/snapshot/1', '::ffff:192.0.2.1');
    await refusedToo.until((text) => /open requests and streams\.?$/.test(text));
    // Other addresses are unaffected, as are the operators.
    const other = await ask(proxy, '/api/scores/snapshot/1', '192.0.2.2');
    expect(await other.until((text) => text.endsWith('[]'))).toMatch(/^HTTP\/1\.1 200 /);
    expect(await health(proxy)).toBe(200);
    const looking = await ask(proxy, '/healthz', '192.0.2.1');
    expect(await looking.until((text) => text.includes('\r\n\r\n'))).toMatch(/^HTTP\/1\.1 200 /);
    // An address named by an untrusted caller does not count against anyone and does not help the caller.
    const forged = [await ask(a, '/api/odds/snapshot/1', '192.0.2.2'), await ask(a, '/docs', '192.0.2.3')];
    await forged[1]?.until((text) => text.endsWith('</html>\n'));
    expect(await health(a)).toBe(429);
    stream.close();
    while (hub.size > 0) await settled();
    answers[0]?.();
    await waiting.until((text) => text.endsWith('[]'));
    for (const forwarded of ['192.0.2.1', '192.0.2.1']) {
      const again = await ask(proxy, '/api/odds/stream', forwarded);
      await again.until((text) => text.includes('event-stream'));
    }
  });

  test('are released when a connection ends before all its requests were handled', async () => {
    const { records, hub } = await listen({
      timeLimit: FAR,
      trustProxy: ['loopback'],
      limits: { ...QUICK, connectionsPerAddress: 3 },
    });
    const answers: (() => void)[] = [];
    records.latestOdds = () => new Promise((given) => answers.push(() => given([])));
    const headers = credentials({ 'x-forwarded-for': '192.0.2.1' });
    const waiting = get('/api/odds/snapshot/1', headers);
    // More rounds than places, for requests and for streams.
    for (let round = 1; round <= 4; round++) {
      const connection = await open();
      connection.send(waiting + get('/api/odds/stream', headers) + waiting);
      while (answers.length < 2 || hub.size < 1) await settled();
      connection.close();
      while (hub.size > 0) await settled();
      for (const answer of answers.splice(0)) answer();
    }
  });

  test('behind a proxy that names IPv6 networks are counted by network', async () => {
    await listen({ trustProxy: ['loopback'], limits: { ...QUICK, connectionsPerAddress: 3 } });
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) {
      const connection = await open();
      const forwarded = `2001:db8:1:2:${n}::${n}`;
      connection.send(get('/api/odds/stream', credentials({ 'x-forwarded-for': forwarded })));
      await connection.until((text) => /event-stream|open requests and streams\.?$/.test(text));
      statuses.push(...connection.statuses);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
  });
});

test('places of idle addresses are forgotten, and each is released once', () => {
  const places = new AddressPlaces(2);
  const leave = [places.take('10.0.0.1'), places.take('::ffff:10.0.0.1')];
  expect([places.take('10.0.0.1'), places.size]).toEqual([null, 1]);
  leave[0]?.();
  leave[0]?.();
  expect([typeof places.take('10.0.0.1'), places.take('10.0.0.1')]).toEqual(['function', null]);
  for (let n = 0; n < 100; n++) places.take(`10.0.1.${n}`)?.();
  expect(places.size).toBe(1);
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

test('one address is one caller, however it is written and whatever part it rotates', () => {
  const same = [
    '10.0.0.1',
    '::ffff:10.0.0.1',
    '::FFFF:a00:1',
    '0:0:0:0:0:ffff:10.0.0.1',
    '10.0.0.1:443',
    '[::ffff:10.0.0.1]:1',
  ];
  expect(new Set(same.map(addressOf))).toEqual(new Set(['10.0.0.1']));
  for (const port of ['1', '443', '65535']) expect(addressOf(`::ffff:10.0.0.1:${port}`)).toBe('10.0.0.1');
  const network = [
    '2001:db8:0:7::',
    '2001:db8:0:7:0:0:0:1:4711',
    '[2001:db8:0:7::1]:443',
    '2001:db8::7:1:2:3:4',
    '2001:0DB8:0000:0007:ffff::%3',
  ];
  const rotated = Array.from({ length: 1_000 }, (_, i) => `2001:db8:0:7:${(i * 7919).toString(16).slice(-4)}::${i}`);
  expect(new Set([...network, ...rotated].map(addressOf))).toEqual(new Set(['2001:db8:0:7::/64']));
  expect(addressOf('2001:db8:0:8::1')).not.toBe(addressOf('2001:db8:0:7::1'));
  // An IPv4 address at another position than in a mapped one is an ordinary address.
  expect(addressOf('64:ff9b::10.0.0.1')).toBe('64:ff9b:0:0::/64');
  expect(addressOf('a'.repeat(10_000)).length).toBeLessThan(50);
});

test('proxies are trusted by address, network and name, in both notations of IPv4', () => {
  const isProxy = inNetworks(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32', 'loopback']);
  expect(['10.255.0.1', '::ffff:10.0.0.1', '192.0.2.7', '2001:db8:5::1', '127.3.0.1', '::1'].map(isProxy)).toEqual(
    Array(6).fill(true),
  );
  expect(['11.0.0.1', '192.0.2.8', '2001:db9::1', '::10.0.0.1', '10.0.0.1, 10.0.0.2', '', 'x'].map(isProxy)).toEqual(
    Array(7).fill(false),
  );
  expect(inNetworks([])('127.0.0.1')).toBe(false);
  for (const network of ['x', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '::/129'])
    expect(() => inNetworks([network])).toThrow('is not a network');
});

test('proxies are trusted however their address is written, and invalid addresses never', () => {
  const isProxy = inNetworks(['10.0.0.0/8', '::ffff:192.0.2.0/120', '2001:db8::/32', 'linklocal']);
  const written = [
    ...['10.3.0.1:4711', ' 10.3.0.1', '"10.3.0.1"', '[::ffff:10.3.0.1]', '::FFFF:a03:1', '::ffff:10.3.0.1:4711'],
    ...['192.0.2.7', '::ffff:192.0.2.7', '192.0.2.7:80'],
    ...['2001:DB8::1', '[2001:db8::1]', '[2001:db8::1]:4711', '2001:db8:0:0:0:0:0:1:4711', '"[2001:db8::1]:4711"'],
    ...['fe80::1%eth0', '[fe80::1%eth0]:4711', '169.254.0.9:1'],
  ];
  expect(written.filter((address) => !isProxy(address))).toEqual([]);
  const junk = [
    ...['', ':', '[]', '[]:1', '"', '""', 'unknown', '_hidden:80', '10.0.0', '10.0.0.1.example.org', '010.0.0.1'],
    ...['10.0.0.1:', '10.0.0.1:x', '10.0.0.1:-1', ':10.0.0.1', '[10.0.0.1', '10.0.0.1]', '[10.0.0.1]:x', '[[::1]]'],
    ...['10.0.0.1/8', '10.0.0.1 192.0.2.1', '10.0.0.1;192.0.2.1', '2001:db8::1::2', '10'],
  ];
  expect(junk.filter(isProxy)).toEqual([]);
  for (const text of junk) expect(addressOf(text).length).toBeLessThan(50);
});

test('the limit remembers at most its maximum of callers, and forgets idle ones', () => {
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

test('the limit recovers by itself when the clock is set back', () => {
  let now = 86_400_000;
  const limit = new RateLimit(2, () => now, 100);
  for (let n = 0; n < 2; n++) limit.take('a');
  expect(() => limit.take('a')).toThrow('Too many requests');
  now = 0;
  // Setting the clock back does not help the caller either.
  expect(() => limit.check('a')).toThrow('Too many requests');
  now += 499;
  expect(() => limit.take('a')).toThrow('Too many requests');
  now += 1;
  limit.take('a');
  expect(() => limit.take('a')).toThrow('Too many requests');
  // Idle callers are forgotten as usual.
  for (let n = 0; n < 5; n++) {
    now += 1_000;
    limit.take('b');
  }
  expect(limit.size).toBe(1);
});

test('a request during shutdown is told to retry', async () => {
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
  // A request that started before the shutdown and ends after it.
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
  expect(await late.end()).toMatch(/HTTP\/1\.1 503 .*retry-after: 5.*\r\n\r\nThe service is stopping$/is);
  expect(late.statuses).toEqual([200, 503]);
  expect(late.text).toMatch(/connection: close/i);
  // A client that connected in advance and sent nothing reconnects elsewhere.
  expect(await idle.end()).toBe('');
  answer([]);
  const text = await connection.end();
  expect(connection.statuses[0]).toBe(200);
  expect(text).toMatch(/connection: close/i);
  await closed;
});
