import { afterEach, describe, expect, test, vi } from 'vitest';
import { ERRORS, type ErrorNumber } from '../../ts/sdk/error/errors.js';
import { LinesmanError, relayed } from '../../ts/sdk/error/linesmanError.js';
import { ENDPOINTS } from '../../ts/service/edge/http/endpoint/endpoints.js';
import { createLog } from '../../ts/service/edge/http/log.js';
import { operationApp } from '../../ts/service/edge/http/operation.js';
import { refusalOf } from '../../ts/service/edge/http/refusal.js';
import { type EdgeScene, edgeScene, odds, START, traced } from '../helpers/service/edgeScene.js';
import { MachineTime } from '../helpers/service/machineTime.js';

let scene: EdgeScene;
const start = async (options: Parameters<typeof edgeScene>[0] = {}): Promise<EdgeScene> =>
  (scene = await edgeScene(options));
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await scene?.app.close();
});

const UNAUTHORIZED = 'Authorization failed: Invalid or expired guest JWT';
const DENIED = 'Access denied: Invalid API token or insufficient permissions';
const V4 = '/api/scores/stat-validation-v4';
const TWICE = 'Invalid value for: query parameter statKeys. statKeys: 1 to 5 different integers; "1,1" given';

describe('the order of refusals', () => {
  test('as one fault after another is fixed', async () => {
    const { app, headers } = await start();
    const { authorization } = headers as { authorization: string };
    const ask = async (url: string, given: Record<string, string>) => {
      const { statusCode, body } = await app.inject({ url, headers: given });
      return [statusCode, body];
    };
    const bad = `${V4}?fixtureId=x&seq=1.5&statKeys=`;
    expect(await ask(bad, {})).toEqual([401, UNAUTHORIZED]);
    expect(await ask(bad, { authorization: 'Bearer x.y.z', 'x-api-token': 'lsm_x' })).toEqual([401, UNAUTHORIZED]);
    expect(await ask(bad, { authorization })).toEqual([403, DENIED]);
    expect(await ask(bad, headers)).toEqual([
      400,
      'Invalid value for: query parameter fixtureId, query parameter seq, query parameter statKeys. ' +
        'fixtureId: an integer from -2147483648 to 2147483647; "x" given. ' +
        'seq: an integer from -2147483648 to 2147483647; "1.5" given. statKeys: 1 to 5 different integers; "" given',
    ]);
    expect(await ask(`${V4}?fixtureId=2&seq=404&statKeys=1`, headers)).toEqual([403, DENIED]);
    expect(await ask(`${V4}?fixtureId=3&seq=404&statKeys=1`, headers)).toEqual([404, 'Fixture 3 not found']);
    expect(await ask(`${V4}?fixtureId=1&seq=404&statKeys=1`, headers)).toEqual([404, 'Sequence 404 not found']);
    expect((await ask(`${V4}?fixtureId=1&seq=0&statKeys=1`, headers))[0]).toBe(200);
  });

  test('every data endpoint requires both credentials, the others what they document', async () => {
    const { app, jwt } = await start();
    const bearer = { authorization: `Bearer ${jwt}` };
    const data = [
      V4,
      '/api/scores/stat-validation-v3',
      '/api/scores/stat-validation',
      '/api/odds/validation',
      '/api/odds/validation-v4',
      '/api/odds/updates/1/2/3',
      '/api/odds/updates/1',
      '/api/odds/snapshot/1',
      '/api/odds/stream',
      '/api/scores/updates/1/2/3',
      '/scores/updates/1/2/3',
      '/api/scores/updates/1',
      '/api/scores/historical/1',
      '/api/scores/snapshot/1',
      '/api/scores/stream',
      '/api/fixtures/snapshot',
      '/api/fixtures/updates/1/2',
      '/api/fixtures/validation',
      '/api/fixtures/batch-validation',
    ];
    for (const url of data) {
      expect([url, (await app.inject({ url })).statusCode]).toEqual([url, 401]);
      expect([url, (await app.inject({ url, headers: bearer })).statusCode]).toEqual([url, 403]);
    }
    for (const url of ['/api/token/activate', '/api/guest/purchase/quote'])
      expect((await app.inject({ method: 'POST', url, payload: {} })).statusCode).toBe(401);
    for (const url of ['/.well-known/oracle-keys', '/docs', '/docs/openapi.yaml'])
      expect((await app.inject({ url })).statusCode).toBe(200);
  });

  test('after the end of the subscription and of the session', async () => {
    const { clock, get } = await start();
    await clock.advance(86_400_000 - 1);
    expect((await get('/api/odds/snapshot/1')).status).toBe(200);
    await clock.advance(1);
    expect(await get('/api/odds/snapshot/1')).toMatchObject({ status: 403, text: DENIED });
    await clock.advance(30 * 86_400_000);
    expect(await get('/api/odds/snapshot/1')).toMatchObject({ status: 401, text: UNAUTHORIZED });
  });

  test('unknown paths and methods', async () => {
    const { app, get } = await start();
    for (const url of [
      '/api/odds/none',
      '/api/odds/snapshot',
      '/api/odds/updates/1/2',
      '/api/scores/stat-validation-v5',
    ])
      expect(await get(url)).toMatchObject({ status: 404, text: 'Not found' });
    expect((await app.inject({ method: 'DELETE', url: '/api/odds/none' })).statusCode).toBe(404);
    expect((await get('/api/odds/snapshot/%zz')).status).toBe(400);
    expect((await get(`/api/odds/snapshot/${'1'.repeat(101)}`)).status).toBe(400);
  });
});

describe('methods', () => {
  const exampleOf = (path: string): string => path.replace(/\{\w+\}/g, '1');
  const paths = new Map<string, string>([
    ...ENDPOINTS.flatMap(({ path, aliases = [], method, answer }) =>
      [path, ...aliases].map((one): [string, string] => [
        exampleOf(one),
        method === 'GET' && !answer.isStream ? 'GET, HEAD' : method,
      ]),
    ),
    ...['/docs', '/docs/openapi.yaml', '/healthz', '/readyz'].map((path): [string, string] => [path, 'GET, HEAD']),
  ]);

  test('unsupported by a path are refused with a list of the supported ones', async () => {
    const { app } = await start({ addressRequestsPerSecond: 10_000 });
    for (const [url, expected] of paths) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'] as const) {
        if (expected.split(', ').includes(method)) continue;
        const { statusCode, headers, body } = await app.inject({ method: method as 'GET', url: `${url}?a=b` });
        expect([method, url, statusCode, headers.allow]).toEqual([method, url, 405, expected]);
        if (method !== 'HEAD') expect(body).toBe(`Method not allowed: the path has ${expected}; ${method} given`);
      }
    }
    const problem = await app.inject({ method: 'PUT', url: '/docs', headers: { accept: 'application/problem+json' } });
    expect(problem.json()).toMatchObject({ status: 405, code: 7202 });
  });

  test('HEAD is answered like GET without a body; a stream has none', async () => {
    const { app, headers, records } = await start({ requestsPerSecond: 10_000 });
    records.odds = [odds(1, START)];
    const urls = [...paths].flatMap(([url, allow]) => (allow === 'GET, HEAD' ? [url] : []));
    urls.push(
      '/api/odds/snapshot/x',
      `${V4}?fixtureId=1&seq=0&statKeys=1`,
      `${V4}?fixtureId=1&seq=425&statKeys=1`,
      `${V4}?fixtureId=2&seq=0&statKeys=1`,
      '/nowhere',
    );
    // Over a connection: a simulated one leaves the body of a HEAD to the server below it.
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const ask = async (method: string, url: string) => {
      const answer = await fetch(address + url, { method, headers: { ...headers, 'accept-encoding': 'identity' } });
      const received: Record<string, string> = {};
      answer.headers.forEach((value, name) => {
        received[name] = value;
      });
      return { status: answer.status, headers: received, body: await answer.text() };
    };
    for (const url of urls) {
      const [get, head] = [await ask('GET', url), await ask('HEAD', url)];
      // Of the connection. A client ends it after a HEAD.
      const { date: _, connection: __, 'keep-alive': ___, ...expected } = get.headers;
      expect([url, head.status, head.body]).toEqual([url, get.status, '']);
      expect(head.headers).toMatchObject(expected);
    }
    expect((await app.inject({ method: 'HEAD', url: '/api/odds/snapshot/1' })).statusCode).toBe(401);
    const stream = await ask('HEAD', '/api/odds/stream');
    expect([stream.status, stream.headers.allow, stream.body]).toEqual([405, 'GET', '']);
  });

  test('are the same where only the state of a process is served', async () => {
    const app = operationApp({ report: async () => ({ ready: true, checks: [] }) });
    expect((await app.inject({ method: 'HEAD', url: '/readyz' })).statusCode).toBe(200);
    const refused = await app.inject({ method: 'POST', url: '/readyz' });
    expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'GET, HEAD']);
    expect((await app.inject('/nowhere')).body).toBe('Not found');
    await app.close();
  });
});

describe('bodies of refusals', () => {
  test('end without a full stop, whatever the error text', () => {
    for (const number of [...ERRORS.keys()] as ErrorNumber[])
      for (const error of [new LinesmanError(number), relayed(number, { sentence: 'It is so. And so.\n' }, {})])
        expect([number, refusalOf(error).text]).toEqual([number, expect.stringMatching(/[^.\s]$/)]);
    for (const code of [
      'FST_ERR_CTP_INVALID_MEDIA_TYPE',
      'FST_ERR_CTP_INVALID_CONTENT_LENGTH',
      'FST_ERR_BAD_URL',
      'FST_ERR_MAX_PARAM_LENGTH',
      'FST_ERR_CTP_BODY_TOO_LARGE',
      'other',
    ])
      expect(refusalOf(Object.assign(new Error('no.'), { code })).text).toMatch(/[^.\s]$/);
  });

  test('are one line of text, or problem details on request', async () => {
    const { get } = await start();
    const url = `${V4}?fixtureId=1&seq=0&statKeys=1,1`;
    for (const accept of ['*/*', 'application/json', 'text/plain', 'application/problem+json;q=0']) {
      const { status, text, headers } = await get(url, { accept });
      expect([status, text, headers['content-type']]).toEqual([400, TWICE, 'text/plain; charset=utf-8']);
    }
    for (const accept of ['application/problem+json', 'application/json, Application/Problem+JSON;q=0.5']) {
      const { status, text, headers } = await get(url, { accept });
      expect([status, headers['content-type']]).toEqual([400, 'application/problem+json; charset=utf-8']);
      expect(JSON.parse(text)).toEqual({
        type: 'urn:linesman:error:7062',
        title: 'InvalidParameters',
        status: 400,
        detail: TWICE,
        code: 7062,
        hint: expect.stringContaining('openapi'),
      });
    }
  });

  test('each have their number', async () => {
    const { app, headers, get } = await start();
    const codeOf = async (url: string, given: Record<string, string>) => {
      const response = await app.inject({ url, headers: { ...given, accept: 'application/problem+json' } });
      return [response.statusCode, response.json().code, response.headers['retry-after']];
    };
    expect(await codeOf(V4, {})).toEqual([401, 7060, undefined]);
    expect(await codeOf(V4, { authorization: headers.authorization as string })).toEqual([403, 7061, undefined]);
    expect(await codeOf(`${V4}?fixtureId=2&seq=0&statKeys=1`, headers)).toEqual([403, 7063, undefined]);
    expect(await codeOf(`${V4}?fixtureId=1&seq=404&statKeys=1`, headers)).toEqual([404, 7064, undefined]);
    expect(await codeOf(`${V4}?fixtureId=1&seq=425&statKeys=1`, headers)).toEqual([404, 7065, '20']);
    expect(await codeOf(`${V4}?fixtureId=1&seq=500&statKeys=1`, headers)).toEqual([500, 7069, undefined]);
    expect((await get(`${V4}?fixtureId=1&seq=425&statKeys=1`)).text).toBe('Not published yet');
  });

  test('500 does not reveal the reason, not even for our own internal errors', async () => {
    const { get } = await start({
      ports: {
        recordTime: () => {
          throw relayed(6027, { sentence: 'a secret' }, {});
        },
      },
    });
    expect(await get(`${V4}?fixtureId=1&seq=500&statKeys=1`)).toMatchObject({
      status: 500,
      text: 'Internal server error',
    });
    const problem = await get('/api/odds/snapshot/1', { accept: 'application/problem+json' });
    expect(problem.status).toBe(500);
    expect(problem.text).not.toMatch(/secret|6027/);
  });

  test('include an answer that takes too long', async () => {
    const time = MachineTime.stop();
    const { get, ports } = await start({ timeLimit: 20 });
    const asked = new Promise<void>((resolve) => {
      ports.records.latestOdds = () => {
        resolve();
        return new Promise(() => {});
      };
    });
    const answer = get('/api/odds/snapshot/1');
    await asked;
    await time.advance(20);
    expect(await answer).toMatchObject({ status: 503, text: 'The answer took too long' });
  });
});

describe('limits', () => {
  const statuses = async (get: EdgeScene['get'], count: number) => {
    const all: number[] = [];
    for (let i = 0; i < count; i++) all.push((await get('/api/odds/snapshot/1')).status);
    return all;
  };

  test('50 requests per second and token', async () => {
    const { get, clock, subscribe } = await start();
    expect(await statuses(get, 50)).toEqual(Array(50).fill(200));
    expect(await get('/api/odds/snapshot/x')).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    expect(await statuses((url) => get(url, { 'x-api-token': subscribe({}, 'w2') }), 1)).toEqual([200]);
    await clock.advance(20);
    expect(await statuses(get, 2)).toEqual([200, 429]);
    await clock.advance(60_000);
    expect((await statuses(get, 51)).lastIndexOf(200)).toBe(49);
  });

  test('the tokens of a wallet share one limit across all endpoints', async () => {
    const { get, clock, subscribe } = await start({ requestsPerSecond: 4 });
    const tokens = Array.from({ length: 12 }, () => subscribe({}, 'w3'));
    const paths = [
      '/api/odds/snapshot/1',
      '/api/scores/snapshot/1',
      '/api/fixtures/updates/1/2',
      '/api/scores/updates/1',
    ];
    const ask = async () => {
      const all: number[] = [];
      for (const [i, token] of tokens.entries())
        all.push((await get(paths[i % paths.length] as string, { 'x-api-token': token })).status);
      return all;
    };
    expect(await ask()).toEqual([...Array(4).fill(200), ...Array(8).fill(429)]);
    // Another wallet has its own.
    expect((await get(paths[0] as string, { 'x-api-token': subscribe({}, 'w4') })).status).toBe(200);
    await clock.advance(500);
    expect((await ask()).filter((status) => status === 200)).toHaveLength(2);
  });

  test('requests count by their cost, and Retry-After accounts for it', async () => {
    const { get, clock } = await start({ requestsPerSecond: 10 });
    const ask = async (url: string) => {
      const { status, headers } = await get(url);
      return [status, headers['retry-after']];
    };
    expect(await ask('/api/odds/snapshot/1?asOf=1')).toEqual([200, undefined]);
    expect(await ask('/api/fixtures/snapshot')).toEqual([200, undefined]);
    expect(await ask('/api/fixtures/snapshot')).toEqual([429, '1']);
    expect([await ask('/api/odds/snapshot/1'), await ask('/api/odds/snapshot/1')]).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    expect(await ask('/api/odds/snapshot/1')).toEqual([429, '1']);
    await clock.advance(300);
    expect(await ask('/api/fixtures/snapshot')).toEqual([200, undefined]);
    // A request above the limit of a second is still possible once per second.
    const slow = await edgeScene({ requestsPerSecond: 2 });
    for (const status of [200, 429]) expect((await slow.get('/api/odds/snapshot/1?asOf=1')).status).toBe(status);
    await slow.clock.advance(1_000);
    expect((await slow.get('/api/odds/snapshot/1?asOf=1')).status).toBe(200);
    await slow.app.close();
  });

  test('every cost is documented with its endpoint', async () => {
    const { get } = await start();
    const { text } = await get('/docs');
    expect(text.match(/Counts as \d+ requests?/g)).toHaveLength(ENDPOINTS.length);
    expect(text).toContain('Counts as 1 request, with asOf as 5.');
  });

  test('requests without a token are counted by address', async () => {
    const { app } = await start({ requestsPerSecond: 2 });
    const ask = async (remoteAddress: string) =>
      (await app.inject({ method: 'POST', url: '/auth/guest/start', remoteAddress })).statusCode;
    expect([await ask('10.0.0.1'), await ask('10.0.0.1'), await ask('10.0.0.1'), await ask('10.0.0.2')]).toEqual([
      200, 200, 429, 200,
    ]);
  });

  test('a body that is too large is refused', async () => {
    const { app, headers } = await start({ bodyLimit: 100 });
    const response = await app.inject({
      method: 'POST',
      url: '/api/token/activate',
      headers: { ...headers, 'content-type': 'application/json' },
      payload: JSON.stringify({ txSig: 'x'.repeat(100) }),
    });
    expect(response.statusCode).toBe(413);
  });
});

describe('other origins', () => {
  test("may send the service's headers and read Retry-After, also on refusals", async () => {
    const { app } = await start();
    const preflight = await app.inject({
      method: 'OPTIONS',
      url: '/api/odds/stream',
      headers: {
        origin: 'https://app.test',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization,x-api-token,last-event-id',
      },
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers['access-control-allow-origin']).toBe('*');
    expect(preflight.headers['access-control-allow-headers']).toBe(
      'Authorization, X-Api-Token, Last-Event-ID, Content-Type',
    );
    const refused = await app.inject({ url: V4, headers: { origin: 'https://app.test' } });
    expect(refused.statusCode).toBe(401);
    expect(refused.headers['access-control-allow-origin']).toBe('*');
    expect(refused.headers['access-control-expose-headers']).toBe('Retry-After');
    expect(refused.headers['access-control-allow-credentials']).toBeUndefined();
  });
});

describe('the log', () => {
  const logged = () => {
    const lines: string[] = [];
    return { lines, log: traced((line) => lines.push(line)) };
  };

  test('has a line for each request and the reason of a 500, without secrets', async () => {
    const { lines, log } = logged();
    const { app, jwt, token, headers, ports } = await start({ log });
    ports.records.latestOdds = async () => {
      throw new Error(`cannot read with ${token} and ${jwt}`);
    };
    await app.inject({ url: `/api/odds/snapshot/1?token=${token}&jwt=${jwt}`, headers });
    await app.inject({ url: V4, headers: { authorization: `Bearer ${jwt}x` } });
    const entries = lines.map((line) => JSON.parse(line));
    expect(entries).toContainEqual(expect.objectContaining({ route: '/api/odds/snapshot/:fixtureId', status: 500 }));
    expect(entries).toContainEqual(expect.objectContaining({ route: V4, status: 401 }));
    const failed = entries.find(({ event }) => event === 'failed');
    expect(failed.message).toBe('cannot read with [hidden] and [hidden]');
    expect(lines.join('')).not.toContain(token);
    expect(lines.join('')).not.toContain(jwt.slice(0, 30));
  });

  test('has one form: time, level, event and trace; of an error its number, and each stack once', async () => {
    const { lines, log } = logged();
    const { app, headers, ports } = await start({ log });
    let asked = 0;
    ports.records.latestOdds = async () => {
      throw new Error(`the database is down, ${++asked}`, { cause: new Error('no route') });
    };
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    for (const traceparent of [`00-${trace}-00f067aa0ba902b7-01`, `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, 'x'])
      await app.inject({ url: '/api/odds/snapshot/1', headers: { ...headers, traceparent } });
    const entries = lines.map((line) => JSON.parse(line)).filter(({ level }) => level !== 'debug');
    for (const entry of entries)
      expect(entry).toMatchObject({
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        level: expect.stringMatching(/^(info|error)$/),
        event: expect.any(String),
        trace: expect.stringMatching(/^[\da-f]{32}$/),
      });
    expect(entries.map((entry) => entry.trace === trace)).toEqual([true, true, false, false, false, false]);
    const failed = entries.filter(({ event }) => event === 'failed');
    expect(failed.map(({ message, cause, number }) => [message, cause, number])).toEqual(
      [1, 2, 3].map((n) => [`the database is down, ${n}`, 'no route', 7069]),
    );
    expect(failed.map(({ stack }) => /^at .*httpRefusals/.test(stack ?? ''))).toEqual([true, false, false]);
  });

  test('hides fields that hold a secret, at any depth', () => {
    const { lines, log } = logged();
    const secret = 'correct horse';
    createLog(log).info({
      authorization: secret,
      headers: { 'x-api-token': secret, authorization: secret },
      request: { body: { walletSignature: secret }, headers: { authorization: secret } },
      seed: secret,
      kept: 'kept',
    });
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain(secret);
    expect(lines[0]).toContain('"kept":"kept"');
  });
});

test('the clock of the tests is inside a slot', () => {
  expect(START % 300_000).toBe(120_000);
});
