import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { encodeFixture } from '../../ts/records/record/fixture.js';
import { encodeOdds } from '../../ts/records/record/odds.js';
import { encodeScores, type ScoresRecord } from '../../ts/records/record/scores/scoresRecord.js';
import { fail } from '../../ts/sdk/error/linesmanError.js';
import { matchRecords } from '../../ts/season/matchRecords.js';
import { Random } from '../../ts/season/random.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import { validateRecord } from '../../ts/service/data/ingest/validateRecord.js';
import type { Store } from '../../ts/service/data/store/store.js';
import { createEdge } from '../../ts/service/edge/edge.js';
import { Publisher } from '../../ts/service/roots/publish/publisher.js';
import { Sealer } from '../../ts/service/roots/seal/sealer.js';
import { LocalWake } from '../../ts/service/wake/localWake.js';
import { rowsOf, sharedDatabase } from '../helpers/service/database.js';
import { edgeConfiguration, sessionToken, subscribe } from '../helpers/service/edgeConfiguration.js';
import { IS_LONG, shownSeed } from '../helpers/service/faultScene.js';
import { START } from '../helpers/service/feed.js';
import { MemoryChain } from '../helpers/service/memoryChain.js';
import { resolved } from '../helpers/service/openApi.js';

/** This many refused requests; about a third of the generated requests happen to be valid. */
const REFUSED = IS_LONG ? 10_000 : 3_000;
const HOUR = 3_600_000;
const match = matchRecords({ seed: 'requests', sport: 'soccer', fixtureId: 12_000_001, startTime: START });
const MESSAGE_ID = match.odds[0]?.messageId ?? '';

interface Schema {
  readonly type: 'integer' | 'string' | 'array' | 'object';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface Operation {
  readonly parameters: readonly { readonly name: string; readonly in: 'path' | 'query'; readonly schema: Schema }[];
  readonly security: readonly object[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, object>>;
}
interface Endpoint extends Operation {
  readonly method: string;
  readonly path: string;
}
interface Call {
  readonly method: string;
  path: string;
  query: [string, string][];
  headers: Record<string, string | string[]>;
  body: string | undefined;
}

const database = sharedDatabase();
let store: Store;
let app: FastifyInstance;
let port: number;
let endpoints: Endpoint[];
let credentials: Record<string, string>;
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
/** Internal errors of the service. */
const failures: string[] = [];

beforeAll(async () => {
  store = await database.fresh();
  const clock = new ManualClock(START + 3 * HOUR);
  const wire = [
    ...match.fixtures.map((record) => ({ ...encodeFixture(record), Sport: record.sport, GameState: record.gameState })),
    ...match.scores.slice(0, 60).map((record) => encodeScores(record as ScoresRecord, 'snapshot')),
    ...match.odds.slice(0, 60).map((record) => encodeOdds(record)),
  ];
  for (const result of await new Ingest({ store, clock, validate: validateRecord }).acceptAll(wire))
    expect(result).toMatchObject({ status: 'accepted' });
  await new Sealer({ store, clock }).sealDue();
  await new Publisher({ store, clock, chain: new MemoryChain(), holder: 'a' }).publishBuilt();
  const quote = { purchase: async () => fail(7085, { buyer: 'somebody', balance: '1', total: '2' }) };
  const settings = { log: false, requestsPerSecond: 1_000_000_000 } as const;
  ({ app } = await createEdge(store, new LocalWake(), edgeConfiguration(clock, { quote, app: settings })));
  app.addHook('onError', async (asked, _reply, error) => {
    failures.push(`${asked.method} ${asked.url}: ${error.message}`);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
  const token = await subscribe(store, clock, 'w');
  credentials = { authorization: `Bearer ${await sessionToken(clock)}`, 'x-api-token': token };
  const document = parse((await app.inject('/docs/openapi.yaml')).body);
  const paths: Record<string, Record<string, Operation>> = document.paths;
  endpoints = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // Skips keys that are not methods, and the request that would end the credentials of all others.
      .filter(([method, operation]) => 'responses' in operation && 'security' in operation && method !== 'delete')
      .map(([method, operation]) => ({
        ...operation,
        requestBody: resolved(document, operation.requestBody),
        method: method.toUpperCase(),
        path,
      })),
  );
});
afterAll(async () => {
  agent.destroy();
  await app?.close();
});

const INTEGERS = [
  ...[
    '0',
    '-1',
    '1',
    '-0',
    '00',
    '12',
    '24',
    '65535',
    '65536',
    '2147483647',
    '2147483648',
    '-2147483648',
    '-2147483649',
  ],
  ...['9007199254740991', '9007199254740993', '9223372036854775807', '-9223372036854775808', '9223372036854775808'],
  ...['1e3', '0x10', '1.0', ' 1', '+1', '1_0', '٣', 'NaN', 'Infinity', '9'.repeat(400)],
  ...['12000001', '20833', '1800000000000'],
];
const TEXTS = [
  ...[
    '',
    ' ',
    'x',
    'null',
    'undefined',
    '[]',
    '{}',
    '\u0000',
    'a\u0000b',
    '\ud83d',
    '\u{1f3c9}',
    '\u202e',
    '%',
    '%00',
    '%zz',
    '../../etc',
    "' or 1=1 --",
  ],
  ...[
    '"',
    '\\',
    ';',
    ',',
    ',,',
    '1,1',
    '1,2,3,4,5,6',
    '__proto__',
    'constructor',
    'toString',
    'x'.repeat(90),
    'x'.repeat(201),
    'x'.repeat(3_000),
  ],
  ...[MESSAGE_ID, 'described', 'OBSERVED'],
];
const VALUES: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -1,
    1,
    1.5,
    1e308,
    -1e308,
    2 ** 53,
    2 ** 63,
    2 ** 31,
    [],
    {},
    [[]],
    [null],
    [1, 'x'],
    { a: 1 },
  ],
  ...[Array.from({ length: 2_000 }, (_, i) => i), [2 ** 31], [-1], ['1']],
];
const BODIES = [
  ...[
    '',
    '{',
    'null',
    '[]',
    '0',
    '"x"',
    '{}',
    '{"a":}',
    '\u0000',
    '{"__proto__":{"x":1}}',
    '['.repeat(5_000),
    '{"a":'.repeat(2_000),
  ],
  ...[`"${'x'.repeat(10_000)}"`, '\ufeff{}', '{"txSig":"x","txSig":"y"}', '1'.repeat(5_000)],
];

/** A valid request of the operation, then with one to three faults. */
function malformed(endpoint: Endpoint, random: Random): Call {
  const text = () => random.pick(random.onceIn(2) ? TEXTS : INTEGERS);
  const valid = (schema: Schema, name: string): string => {
    if (schema.enum) return random.pick(schema.enum);
    if (schema.type === 'array') return '1,2';
    if (schema.type === 'string') return MESSAGE_ID;
    if (name === 'fixtureId') return '12000001';
    return String(Math.min(schema.maximum ?? 3, 3));
  };
  const path: Record<string, string> = {};
  const call: Call = { method: endpoint.method, path: endpoint.path, query: [], headers: {}, body: undefined };
  if (endpoint.security.length > 0) Object.assign(call.headers, credentials);
  for (const { name, in: place, schema } of endpoint.parameters) {
    if (place === 'path') path[name] = valid(schema, name);
    else if (random.onceIn(2) || name === 'fixtureId') call.query.push([name, valid(schema, name)]);
  }
  const schema = endpoint.requestBody?.content['application/json']?.schema;
  const body: Record<string, unknown> = {};
  for (const [name, of] of Object.entries(schema?.properties ?? {}))
    body[name] = of.type === 'integer' ? 1 : of.type === 'array' ? [1] : 'x'.repeat(random.between(1, 90));
  if (schema) {
    call.headers['content-type'] = 'application/json';
    call.body = JSON.stringify(body);
  }
  const names = endpoint.parameters.map(({ name }) => name);
  const inPath = Object.keys(path);
  const wrongs: (() => void)[] = [
    () => void call.query.push([random.pick([...names, 'x', '__proto__', 'wire']), text()]),
    () => {
      call.query = call.query.map(([name, value]) => [name, random.onceIn(2) ? text() : value]);
    },
    () => {
      call.query = call.query.filter(() => random.onceIn(2));
    },
    () => {
      if (inPath.length > 0) path[random.pick(inPath)] = text();
    },
    () => {
      const name = random.pick([
        'authorization',
        'x-api-token',
        'last-event-id',
        'accept',
        'accept-encoding',
        'if-none-match',
      ]);
      call.headers[name] = headerText(text());
    },
    () => {
      call.headers.authorization = `Bearer ${headerText(text())}`;
    },
    () => void delete call.headers[random.pick(['authorization', 'x-api-token', 'content-type'])],
    () => {
      if (schema) call.body = random.pick(BODIES);
    },
    () => {
      if (!schema) return;
      body[random.pick([...Object.keys(body), 'x'])] = random.onceIn(2) ? random.pick(VALUES) : text();
      call.body = JSON.stringify(body);
    },
    () => {
      if (schema)
        call.headers['content-type'] = random.pick([
          'text/plain',
          'application/json; charset=x',
          'application/xml',
          ';',
          'application/jsonx',
        ]);
    },
  ];
  for (let left = random.between(1, 3); left > 0; left--) random.pick(wrongs)();
  call.path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(path[name] ?? '', random));
  const query = call.query.map(([name, value]) => `${encoded(name, random)}=${encoded(value, random)}`);
  if (query.length > 0) call.path += `?${query.join('&')}`;
  return call;
}

/** Percent-encoded as in a URL; sometimes raw, as far as a URL can hold it. */
function encoded(text: string, random: Random): string {
  return random.onceIn(8)
    ? text.replace(/[^!-~]|[#?&/]/gu, '')
    : encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}
/** Characters that a header may hold. */
const headerText = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?');

/** The status. A stream that opens is closed at once. */
function send({ method, path, headers, body }: Call): Promise<number> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request(
      { host: '127.0.0.1', port, method, path, agent, headers: { ...headers, ...length } },
      (answer) => {
        resolve(answer.statusCode ?? 0);
        if (answer.headers['content-type']?.startsWith('text/event-stream') && answer.statusCode === 200)
          answer.destroy();
        else answer.resume();
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

async function rowsOfAllTables(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { table_name } of await rowsOf(
    database.pool,
    `select table_name from information_schema.tables where table_schema = 'public'`,
  ))
    counts[table_name] = (await rowsOf(database.pool, `select count(*) from "${table_name}"`))[0].count;
  return counts;
}

test(`${REFUSED} malformed requests get a documented answer and change nothing`, async () => {
  const seed = shownSeed('malformed requests', 1);
  const before = await rowsOfAllTables();
  expect(Object.values(before).some((count) => count > 50)).toBe(true);
  const wrong = new Map<string, string>();
  const statuses = new Map<number, number>();
  let next = 0;
  let refused = 0;
  const worker = async () => {
    while (refused < REFUSED && next < 3 * REFUSED) {
      const number = next++;
      const random = new Random(`requests ${seed} ${number}`);
      const endpoint = random.pick(endpoints);
      const call = malformed(endpoint, random);
      const status = await send(call).catch((error: Error) => error.message);
      if (typeof status === 'number') statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status !== 200) refused++;
      const isDescribed = typeof status === 'number' && status < 500 && String(status) in endpoint.responses;
      const fault = `${endpoint.method} ${endpoint.path}: ${status}`;
      if (!isDescribed && !wrong.has(fault))
        wrong.set(fault, `request ${number} ${JSON.stringify(call).slice(0, 400)}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  console.log(`malformed requests: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}`);
  const why = failures.filter((text) => !/Invalid value for|Authorization failed|Access denied|not found/.test(text));
  expect([...wrong], why.slice(0, 10).join('\n').slice(0, 4_000)).toEqual([]);
  expect(refused).toBeGreaterThanOrEqual(REFUSED);
  // Many different refusals, not only those about credentials.
  expect(statuses.get(400)).toBeGreaterThan(REFUSED / 3);
  expect(await rowsOfAllTables()).toEqual(before);
}, 900_000);
