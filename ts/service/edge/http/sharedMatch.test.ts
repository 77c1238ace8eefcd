import { isError, TOO_MANY_REQUESTS } from '@linesman/sdk/error';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PublicEntry } from '../answer/results.js';
import { previewOf } from '../preview/preview.js';
import { addSharedMatches } from './sharedMatch.js';

const entry = (fixtureId: number, participant1 = `Team ${fixtureId}`): PublicEntry =>
  ({ participant1, participant2: 'Larks', competition: 'League', score: null, startTime: 0 }) as unknown as PublicEntry;

let app: FastifyInstance;
beforeAll(() => {
  app = fastify();
  app.setErrorHandler((error, _, reply) => reply.code(isError(error, TOO_MANY_REQUESTS) ? 429 : 500).send(`${error}`));
  const results = { page: async ({ fixtureId }: { fixtureId: number }) => [entry(fixtureId)] };
  addSharedMatches(
    app,
    { results, recordTime: () => 0 } as unknown as Parameters<typeof addSharedMatches>[1],
    () => {},
  );
});
afterAll(() => app.close());

const pictureOf = (fixtureId: number, headers = {}) =>
  app.inject({ method: 'GET', url: `/match/${fixtureId}/preview.png`, headers });

test('a picture that the caller has is not sent again', async () => {
  const first = await pictureOf(1);
  const { etag } = first.headers;
  expect([first.statusCode, first.rawPayload.length > 1_000]).toEqual([200, true]);
  const again = await pictureOf(1, { 'if-none-match': etag });
  expect([again.statusCode, again.rawPayload.length, again.headers.etag]).toEqual([304, 0, etag]);
  expect((await pictureOf(2, { 'if-none-match': etag })).statusCode).toBe(200);
});

test('at most 20 pictures wait to be drawn; who asks for the same one waits with the others', async () => {
  const ids = Array.from({ length: 25 }, (_, i) => 100 + i);
  const answers = await Promise.all([...ids, ...ids.slice(0, 5)].map((id) => pictureOf(id)));
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(statuses).toEqual([...Array(20).fill(200), ...Array(5).fill(429), ...Array(5).fill(200)]);
  // Those that were refused are drawn when asked for again.
  expect((await pictureOf(124)).statusCode).toBe(200);
});

test('other work goes on while a picture is drawn', async () => {
  let turns = 0;
  let next = setImmediate(function tick() {
    turns++;
    next = setImmediate(tick);
  });
  const long = await previewOf(entry(1, 'x'.repeat(20_000)));
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(7);
  expect(long.equals(await previewOf(entry(1, 'x'.repeat(101))))).toBe(true);
});
