import { afterEach, expect, test } from 'vitest';
import { type Client, createClient } from '../../ts/sdk/client/client.js';
import type { ClientOptions } from '../../ts/sdk/client/clientOptions.js';
import { type Answerer, ScriptedService } from '../helpers/service/scriptedService.js';
import { outcome } from '../helpers/thrown.js';

let service: ScriptedService;
afterEach(() => service.close());

const slept: number[] = [];
const timers = {
  now: () => 0,
  random: () => 1,
  sleep: async (ms: number) => void slept.push(ms),
  after: () => () => {},
};

/** A service that starts sessions jwt1, jwt2 …; the rest is up to the test. */
async function clientOf(answer: Answerer, more: Partial<ClientOptions> = {}): Promise<Client> {
  slept.length = 0;
  let sessions = 0;
  service = await ScriptedService.listen((request, response, body) => {
    if (request.url !== '/auth/guest/start') return answer(request, response, body);
    sessions++;
    response.end(JSON.stringify({ token: `jwt${sessions}` }));
  });
  return createClient({ baseUrl: `${service.url}/`, apiToken: 'secret-token', timers, ...more });
}
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('answered');
    },
    (error) => error,
  );

test('all requests share one session, renewed once when refused', async () => {
  const client = await clientOf((request, response) => {
    if (request.headers.authorization === 'Bearer jwt1') response.writeHead(401);
    response.end('[]');
  });
  const asked = [1, 2, 3, 4].map((id) => client.odds.updates(id));
  expect(await Promise.all(asked)).toEqual([[], [], [], []]);
  expect(service.count('POST /auth/guest/start')).toBe(2);
  expect(service.count('GET /api/odds')).toBe(8);
  const last = service.requests.at(-1);
  expect(last?.headers).toMatchObject({ authorization: 'Bearer jwt2', 'x-api-token': 'secret-token' });
});

test('a second refusal is final', async () => {
  const client = await clientOf((_, response) => {
    response.writeHead(401);
    response.end('Authorization failed');
  });
  expect((await failure(client.odds.updates(1))).number).toBe(7060);
  expect(service.count('POST /auth/guest/start')).toBe(2);
  expect(slept).toEqual([]);
});

test('429 and 5xx are retried after Retry-After or with a growing delay', async () => {
  const statuses: [number, object][] = [
    [503, {}],
    [429, { 'retry-after': '7' }],
    [500, { 'retry-after': '9999' }],
  ];
  const client = await clientOf((_, response) => {
    const [status, headers] = statuses.shift() ?? [200, {}];
    response.writeHead(status, headers as Record<string, string>);
    response.end('[]');
  });
  expect(await client.odds.updates(1)).toEqual([]);
  expect(slept).toEqual([250, 7000, 30_000]);
});

test('after the last attempt: 7026 with the number of the service, and 429 as such', async () => {
  let status = 500;
  const client = await clientOf((_, response) => {
    response.writeHead(status, { 'content-type': 'application/problem+json' });
    response.end(JSON.stringify({ code: status === 500 ? 7069 : 7066, detail: 'It is secret-token jwt1', hint: 'h' }));
  });
  const error = await failure(client.odds.updates(1));
  expect(error).toMatchObject({ number: 7026, hint: 'h', context: { code: 7069, status: 500, attempts: 4 } });
  // A service may echo the request.
  expect(error.message).toBe('/api/odds/updates/{id} answers 500: It is … …, 4 times.');
  status = 429;
  expect((await failure(client.odds.updates(1))).number).toBe(7066);
});

test('a connection cut during the answer', async () => {
  let cuts = 2;
  const client = await clientOf((_, response) => {
    if (cuts-- <= 0) return response.end('[]');
    response.writeHead(200, { 'content-length': '100' });
    response.write('[', () => response.destroy());
    return undefined;
  });
  expect(await client.odds.updates(1)).toEqual([]);
  cuts = 100;
  expect((await failure(client.odds.updates(1))).number).toBe(7026);
});

test('no answer in time, and a request aborted by its own signal or that of the client', async () => {
  const limits: (() => void)[] = [];
  let arrived: () => void = () => {};
  const client = await clientOf(() => arrived(), {
    attempts: 1,
    jwt: 'given',
    timers: {
      ...timers,
      after: (ms, run) => {
        if (ms === 15_000) limits.push(run);
        return () => {};
      },
    },
  });
  const isThere = () =>
    new Promise<void>((resolve) => {
      arrived = resolve;
    });
  const [slow] = [failure(client.odds.updates(1)), await isThere()];
  limits.at(-1)?.();
  expect(await slow).toMatchObject({ number: 7026, context: { attempts: 1 } });
  const abort = new AbortController();
  const [stopped] = [failure(client.odds.updates(1, { signal: abort.signal })), await isThere()];
  abort.abort();
  expect((await stopped).number).toBe(7090);
  expect((await failure(client.odds.updates(1, { signal: abort.signal }))).number).toBe(7090);
});

test('an answer that is not JSON, an invalid session, a redirect', async () => {
  const client = await clientOf((_, response) => response.end('<html>'));
  expect((await failure(client.odds.updates(1))).number).toBe(7000);
  await service.close();
  const other = await clientOf((_, response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:1/' });
    response.end();
  });
  expect((await failure(other.odds.updates(1))).number).toBe(7026);
  await service.close();
  service = await ScriptedService.listen((_, response) => response.end('{"token":"a\\nb: c"}'));
  expect((await failure(createClient({ baseUrl: service.url }).account.sessionToken())).number).toBe(7000);
});

test('lists are read as JSON or event-stream text, or by a given function', async () => {
  let text = '';
  const client = await clientOf((_, response) => response.end(text));
  const read = (value: unknown, path: string) => [path, (value as { Seq: number }).Seq];
  const lists = () => [client.scores.snapshot(1, { read }), client.scores.history(1, { read })];
  const expected = [
    ['$[0]', 4],
    ['$[1]', 5],
  ];
  for (text of [
    '[{"Seq":4},{"Seq":5}]',
    'data: {"Seq":4}\nid: 4\n\nevent: heartbeat\ndata: {"Ts":1}\n\ndata: {"Seq":5}\nid: 5\n\n',
    // The end of the text ends the last event.
    '\nid: 4\ndata: {"Seq":4}\n\ndata: {"Seq":5}',
  ])
    for (const list of lists()) expect(await list).toEqual(expected);
  for (text of ['{"Seq":4}', '<html>', 'data: {"Seq":4}\n\ndata: {"Se'])
    for (const list of lists()) expect((await failure(list)).number).toBe(7000);
  // Event-stream text without records is empty.
  text = '';
  const [snapshot, history] = lists();
  expect((await failure(snapshot as Promise<unknown>)).number).toBe(7000);
  expect(await history).toEqual([]);
});

test('without an API token no request is sent, unless the service needs none', async () => {
  const open = await clientOf((_, response) => response.end('[]'));
  const { url } = service;
  expect((await failure(createClient({ baseUrl: url }).odds.updates(1))).number).toBe(7346);
  expect(service.requests).toEqual([]);
  expect(await createClient({ baseUrl: url, requiresApiToken: false }).odds.updates(1)).toEqual([]);
  expect(service.requests.at(-1)?.headers).not.toHaveProperty('x-api-token');
  expect(await open.odds.updates(1)).toEqual([]);
});

test('unusable addresses and tokens are refused without showing them', async () => {
  service = await ScriptedService.listen((_, response) => response.end());
  for (const baseUrl of ['', 'ftp://a', 'http://user:secret@a', 'http://a?b', 'http://a#b'])
    expect(
      outcome(() => createClient({ baseUrl })),
      baseUrl,
    ).toBe(7344);
  for (const bad of ['', 'secret\nx: y', 'sécret'])
    try {
      createClient({ baseUrl: 'http://a', apiToken: bad });
      expect.unreachable();
    } catch (error) {
      expect((error as Error).message).toMatch(/^The API token is empty/);
    }
});
