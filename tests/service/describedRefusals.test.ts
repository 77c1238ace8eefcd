import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { fail } from '../../ts/sdk/error/linesmanError.js';
import type { AppOptions } from '../../ts/service/edge/http/appOptions.js';
import type { HttpPorts } from '../../ts/service/edge/http/context.js';
import { type EdgeScene, edgeScene } from '../helpers/service/edgeScene.js';
import { type Json, servedDocument } from '../helpers/service/openApi.js';
import { RawConnection } from '../helpers/service/rawConnection.js';
import { SchemaJudge } from '../helpers/service/schemaJudge.js';

const V4 = '/api/scores/stat-validation-v4';
const QUOTE = '/api/guest/purchase/quote';
const BUYER = '11111111111111111111111111111112';

const scenes: EdgeScene[] = [];
afterEach(() => Promise.all(scenes.splice(0).map(({ app }) => app.close())));
async function sceneOf(options: AppOptions & { ports?: Partial<HttpPorts> } = {}): Promise<EdgeScene> {
  const scene = await edgeScene(options);
  scenes.push(scene);
  return scene;
}

/** A refusal as received. */
interface Came {
  /** As in the document. */
  readonly path: string;
  readonly method: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** The refusal of a request, as text and as problem details. */
async function refusals(
  app: FastifyInstance,
  path: string,
  url: string,
  given: { readonly method?: 'GET' | 'POST' | 'DELETE'; readonly headers?: Json; readonly payload?: object } = {},
): Promise<Came[]> {
  const { method = 'GET', headers = {}, payload } = given;
  const came: Came[] = [];
  for (const accept of ['*/*', 'application/problem+json']) {
    const response = await app.inject({ method, url, headers: { ...headers, accept }, ...(payload && { payload }) });
    const { statusCode: status, headers: sent, body } = response;
    came.push({ path, method, status, headers: sent, body });
  }
  return came;
}

/** The refusal of a connection without a request or with a malformed one. */
async function refusedConnection(port: number, path: string, text: string): Promise<Came> {
  const connection = await RawConnection.open(port);
  connection.send(text);
  const [head = '', body = ''] = (await connection.end()).split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => [field.split(': ')[0]?.toLowerCase(), field.split(': ')[1]]),
  );
  return { path, method: 'GET', status: Number(line.split(' ')[1]), headers, body };
}

test('every refusal matches the document, as text and as problem details', async () => {
  const scene = await sceneOf({
    requestsPerSecond: 1000,
    bodyLimit: 500,
    ports: {
      quote: {
        purchase: async (_, amount) => {
          if (amount === 504) return fail(7068);
          if (amount === 503) return fail(7116);
          throw new Error('a secret');
        },
      },
    },
  });
  const { app, headers, jwt } = scene;
  const bearer = { authorization: `Bearer ${jwt}` };
  const slow = await sceneOf({ limits: { headerTime: 100, look: 50 } });
  const busy = await sceneOf({ requestsPerSecond: 1 });
  await busy.get('/api/odds/snapshot/1');
  for (const one of [app, slow.app]) await one.listen({ port: 0, host: '127.0.0.1' });
  const portOf = (one: FastifyInstance): number => (one.server.address() as AddressInfo).port;
  const post = (body: object) => ({
    method: 'POST' as const,
    headers: { ...bearer, 'content-type': 'application/json' },
    payload: body,
  });

  const came: Came[] = [
    ...(await refusals(app, V4, V4)),
    ...(await refusals(app, V4, V4, { headers: bearer })),
    ...(await refusals(app, V4, V4, { headers })),
    ...(await refusals(app, V4, `${V4}?fixtureId=2&seq=1&statKeys=1`, { headers })),
    ...(await refusals(app, V4, `${V4}?fixtureId=1&seq=404&statKeys=1`, { headers })),
    ...(await refusals(app, V4, `${V4}?fixtureId=1&seq=425&statKeys=1`, { headers })),
    ...(await refusals(app, V4, `${V4}?fixtureId=1&seq=500&statKeys=1`, { headers })),
    ...(await refusals(busy.app, V4, V4, { headers: busy.headers })),
    ...(await refusals(app, QUOTE, QUOTE, post({}))),
    ...(await refusals(app, QUOTE, QUOTE, post({ buyerPubkey: BUYER, serviceAmount: 503 }))),
    ...(await refusals(app, QUOTE, QUOTE, post({ buyerPubkey: BUYER, serviceAmount: 504 }))),
    ...(await refusals(app, QUOTE, QUOTE, post({ buyerPubkey: BUYER.repeat(20) }))),
    ...(await refusals(app, '/api/token/activate', '/api/token/activate', {
      ...post({ txSig: '2'.repeat(64), walletSignature: `${'A'.repeat(86)}==` }),
    })),
    ...(await refusals(app, '/auth/guest/start', '/auth/guest/start', post({ a: 1 }))),
    await refusedConnection(portOf(app), V4, `GET ${V4} HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`),
    await refusedConnection(portOf(app), V4, `GET ${V4} HTTP/1.1\r\n: x\r\n\r\n`),
    ...(await refusals(app, V4, V4, { method: 'DELETE', headers })),
    await refusedConnection(portOf(slow.app), V4, `GET ${V4} HTTP/1.1\r\nhost: a\r\n`),
  ];

  const document = await servedDocument(async (url) => (await app.inject(url)).body);
  const judge = new SchemaJudge(document);
  for (const { path, method, status, headers: sent, body } of came) {
    const response = judge.response(path, method, status);
    const type = String(sent['content-type']).replace(/;.*/, '');
    const media = response.content[type];
    if (!media) throw new Error(`${method} ${path} ${status} is not said to be ${type}`);
    const value = type === 'text/plain' ? body : JSON.parse(body);
    expect([path, status, judge.faults(media.schema, value)]).toEqual([path, status, []]);
    if (type !== 'text/plain') expect(value.status).toBe(status);
    for (const [name, field] of Object.entries<Json>(response.headers ?? {})) {
      const given = sent[name.toLowerCase()];
      if (given === undefined) expect([path, status, name, field.required]).toEqual([path, status, name, false]);
      else expect(judge.faults(field.schema, field.schema.type === 'integer' ? Number(given) : given)).toEqual([]);
    }
    const isSaid = (one: string) => Object.keys(response.headers ?? {}).some((name) => name.toLowerCase() === one);
    for (const name of ['retry-after', 'allow'])
      if (sent[name] !== undefined) expect([path, status, name, isSaid(name)]).toEqual([path, status, name, true]);
    if (media.example && type === 'text/plain' && ![400, 403].includes(status)) expect(body).toBe(media.example);
  }
  const declared = new Set(
    Object.values<Json>(document.paths).flatMap((item) => [
      ...(item['x-other-methods'] ? [405] : []),
      ...Object.values<Json>(item).flatMap(({ responses = {} }) => Object.keys(responses).map(Number)),
    ]),
  );
  for (const status of [200, 204]) declared.delete(status);
  expect([...new Set(came.map(({ status }) => status))].sort()).toEqual([...declared].sort());
});
