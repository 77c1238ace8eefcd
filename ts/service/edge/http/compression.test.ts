import { once } from 'node:events';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { deflateRaw, gunzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { type EdgeScene, edgeScene, SLOT_START, scores } from '../../../../tests/helpers/service/edgeScene.js';
import { Compression, LEAST } from './compression.js';

let scene: EdgeScene | undefined;
afterEach(async () => {
  await scene?.app.close();
  scene = undefined;
});

const HISTORY = '/api/scores/historical/1';
const SNAPSHOT = '/api/scores/snapshot/1';
const GZIP = { 'accept-encoding': 'gzip' };

async function withRecords(count: number): Promise<EdgeScene> {
  scene = await edgeScene();
  scene.records.scores = Array.from({ length: count }, (_, seq) => {
    const one = scores(1, seq, SLOT_START + seq);
    return { ...one, record: { ...one.record, text: 'x'.repeat(500) } };
  });
  return scene;
}

/** GET with both credentials; `body` is what was sent, unpacked if it was packed. */
async function get({ app, headers }: EdgeScene, url: string, more: Record<string, string> = {}) {
  const answer = await app.inject({ method: 'GET', url, headers: { ...headers, ...more } });
  const isZipped = answer.headers['content-encoding'] === 'gzip';
  const body = isZipped ? gunzipSync(answer.rawPayload).toString() : answer.body;
  return { status: answer.statusCode, isZipped, body, sent: answer.rawPayload.length, headers: answer.headers };
}

test.each([
  ['in one piece', 20],
  ['in several', 500],
])('a list %s is compressed when asked for, and has the same bytes', async (_, count) => {
  const service = await withRecords(count);
  for (const url of [HISTORY, SNAPSHOT]) {
    const plain = await get(service, url);
    const zipped = await get(service, url, GZIP);
    expect([plain.isZipped, zipped.isZipped]).toEqual([false, true]);
    expect(zipped.body).toBe(plain.body);
    expect(zipped.sent).toBeLessThan(plain.sent / 5);
    for (const { headers } of [plain, zipped])
      expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'cache-control': 'private, no-cache' });
  }
});

test('an answer of up to 2 kB is not compressed, nor is a refusal or an answer with a credential', async () => {
  const service = await withRecords(1);
  const { length } = (await get(service, SNAPSHOT)).body;
  const [one] = service.records.scores as [(typeof service.records.scores)[number]];
  const filled = (bytes: number) => [{ ...one, record: { ...one.record, text: 'x'.repeat(500 + bytes - length) } }];
  service.records.scores = filled(LEAST);
  expect(await get(service, SNAPSHOT, GZIP)).toMatchObject({ isZipped: false, sent: LEAST });
  service.records.scores = filled(LEAST + 1);
  expect((await get(service, SNAPSHOT, GZIP)).isZipped).toBe(true);
  const long = 'x'.repeat(3_000);
  expect(await get(service, `/api/odds/snapshot/1?asOf=${long}`, GZIP)).toMatchObject({ status: 400, isZipped: false });
  const session = await service.app.inject({ method: 'POST', url: '/auth/guest/start', headers: GZIP });
  expect([session.statusCode, session.headers['content-encoding'], session.headers.vary]).toEqual([
    200,
    undefined,
    undefined,
  ]);
});

test('an ETag is of the content and the encoding, and is compared after entitlement', async () => {
  const service = await withRecords(20);
  const plain = (await get(service, SNAPSHOT)).headers.etag as string;
  const zipped = (await get(service, SNAPSHOT, GZIP)).headers.etag as string;
  expect(plain).not.toBe(zipped);
  const ask = async (etag: string, more: Record<string, string> = {}) => {
    const { status, body } = await get(service, SNAPSHOT, { 'if-none-match': etag, ...more });
    return [status, body.length > 0];
  };
  expect(await ask(plain)).toEqual([304, false]);
  expect(await ask(`"a", W/${plain}`)).toEqual([304, false]);
  expect(await ask(zipped)).toEqual([200, true]);
  expect(await ask(zipped, GZIP)).toEqual([304, false]);
  expect(await ask(plain, { 'x-api-token': 'lsm_wrong' })).toEqual([403, true]);
  // Whoever does not see its league.
  const token = service.subscribe({ leagueBundle: -1, leagues: [902] }, 'other');
  expect(await ask(plain, { 'x-api-token': token })).toEqual([403, true]);
  service.records.scores.pop();
  expect(await ask(plain)).toEqual([200, true]);
});

test('content is compressed once: a second request of a finished match compresses nothing', async () => {
  const compress = vi.fn(promisify<Buffer, object, Buffer>(deflateRaw));
  const compression = new Compression(8, compress);
  const pieces = Array.from({ length: 5 }, (_, i) => Buffer.from(`${i}`.repeat(1 << 16)));
  const read = async () => Buffer.concat((await compression.stream(Readable.from(pieces))?.toArray()) ?? []);
  const first = await read();
  expect(gunzipSync(first).equals(Buffer.concat(pieces))).toBe(true);
  expect(compress).toHaveBeenCalledTimes(5);
  expect((await read()).equals(first)).toBe(true);
  // A piece is the same in a list of one.
  expect(gunzipSync((await compression.bytes(pieces[3] as Buffer)) ?? '').equals(pieces[3] as Buffer)).toBe(true);
  expect(compress).toHaveBeenCalledTimes(5);
});

test('the cache is bounded in bytes', async () => {
  const compress = vi.fn(async (plain: Buffer) => plain);
  const compression = new Compression(8, compress as never);
  const [first, ...others] = Array.from({ length: 5 }, (_, i) => Buffer.alloc(1 << 22, i)) as [Buffer, ...Buffer[]];
  for (const plain of [first, ...others]) await compression.bytes(plain);
  await compression.bytes(others.at(-1) as Buffer);
  expect(compress).toHaveBeenCalledTimes(5);
  await compression.bytes(first);
  expect(compress).toHaveBeenCalledTimes(6);
});

test('a compressed stream that is left ends its source', async () => {
  const source = Readable.from([Buffer.alloc(LEAST)]);
  const zipped = new Compression().stream(source);
  zipped?.destroy();
  await once(zipped as Readable, 'close');
  expect(source.destroyed).toBe(true);
});

test('entitlement is judged before the cache', async () => {
  const service = await withRecords(500);
  const all = await get(service, HISTORY, GZIP);
  expect([all.status, all.isZipped]).toEqual([200, true]);
  const token = service.subscribe({ leagueBundle: -1, leagues: [902] }, 'other');
  const refused = await get(service, HISTORY, { ...GZIP, 'x-api-token': token });
  expect([refused.status, refused.isZipped]).toEqual([403, false]);
});

test('beyond eight at once, answers are sent plain', async () => {
  const compression = new Compression();
  const bytes = Buffer.alloc(LEAST);
  const streams = Array.from({ length: 4 }, () => compression.stream(Readable.from([bytes])));
  const running = Array.from({ length: 4 }, () => compression.bytes(bytes));
  expect(await compression.bytes(bytes)).toBeUndefined();
  expect(compression.stream(Readable.from([bytes]))).toBeUndefined();
  await Promise.all(running);
  for (const stream of streams) for await (const _ of stream ?? []);
  expect(
    await Promise.all(Array.from({ length: 9 }, async () => (await compression.bytes(bytes)) !== undefined)),
  ).toEqual([...Array(8).fill(true), false]);
});
