import { expect, test } from 'vitest';
import { createClient } from '../../ts/sdk/client/client.js';

/** A client whose service notes what it is asked. */
function asking(answer: string | null) {
  const asked: { readonly url: URL; readonly body: unknown }[] = [];
  const client = createClient({
    baseUrl: 'http://127.0.0.1:1',
    fetch: async (url, init) => {
      asked.push({ url: new URL(`${url}`), body: init?.body === undefined ? null : JSON.parse(`${init.body}`) });
      return new Response(answer);
    },
  });
  return { client, asked };
}

test('every part of a question about public matches is sent', async () => {
  const { client, asked } = asking('{"now":0,"matches":[],"next":null}');
  const question = { stage: 'over', sport: 'soccer', fixtureId: 1, epochDay: 2, order: 'latest', limit: 3 } as const;
  await client.results.matches({ ...question, after: '4' });
  const sent = Object.fromEntries(asked[0]?.url.searchParams ?? []);
  expect(sent).toEqual({
    stage: 'over',
    sport: 'soccer',
    fixtureId: '1',
    epochDay: '2',
    order: 'latest',
    limit: '3',
    after: '4',
  });
});

test('test money is asked for in both kinds, or as much as the service gives', async () => {
  const { client, asked } = asking('{"wallet":"w","transactions":["a"]}');
  expect(await client.world.fund({ wallet: 'w', sol: 2, stablecoin: 5 })).toEqual(['a']);
  await client.world.fund({ wallet: 'w' });
  expect(asked.map(({ body }) => body)).toEqual([{ wallet: 'w', sol: 2, stablecoin: 5 }, { wallet: 'w' }]);
});

test('an answer without a body is an empty one', async () => {
  const { client } = asking(null);
  await expect(client.results.matches()).rejects.toMatchObject({ number: 7000, context: { problem: 'answer' } });
});
