import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EdgeScene, edgeScene, START } from '../helpers/service/edgeScene.js';

let scene: EdgeScene;
beforeEach(async () => {
  scene = await edgeScene();
});
afterEach(() => scene.app.close());

const end = async (headers: Record<string, string>, payload = '') => {
  const { statusCode, body } = await scene.app.inject({ method: 'DELETE', url: '/api/token', headers, payload });
  return [statusCode, body];
};
const status = async (token: string): Promise<number> =>
  (await scene.get('/api/odds/updates/1', { 'x-api-token': token })).status;

test('a token is ended by its holder, and no other is', async () => {
  const { headers, subscribe, token } = scene;
  const other = subscribe({}, 'w');
  const { authorization = '' } = headers;
  expect(await end({ authorization })).toEqual([403, expect.stringContaining('Invalid API token')]);
  expect(await end({ 'x-api-token': token })).toEqual([401, expect.stringContaining('guest JWT')]);
  expect(await end(headers, '{"a":1}')).toEqual([400, expect.stringContaining('body')]);
  expect([await status(token), await status(other)]).toEqual([200, 200]);
  expect(await end(headers)).toEqual([204, '']);
  expect([await status(token), await status(other)]).toEqual([403, 200]);
  expect(await end(headers)).toEqual([403, expect.stringContaining('Invalid API token')]);
});

test('a token can be ended after its subscription is over', async () => {
  const { store, headers, token } = scene;
  store.hold('w', []);
  expect(await status(token)).toBe(403);
  const { authorization = '' } = headers;
  expect(await end({ authorization })).toEqual([403, expect.stringContaining('Invalid API token')]);
  expect(await end(headers)).toEqual([204, '']);
  expect(store.tokens.size).toBe(0);
  expect(await end(headers)).toEqual([403, expect.stringContaining('Invalid API token')]);
});

test('browsers of other origins may end a token', async () => {
  const { headers } = await scene.app.inject({
    method: 'OPTIONS',
    url: '/api/token',
    headers: { origin: 'https://page.example', 'access-control-request-method': 'DELETE' },
  });
  expect(headers['access-control-allow-methods']).toContain('DELETE');
});

test('a wallet sees what it has bought: the contents of bundles, current and future periods', async () => {
  const { store, headers } = scene;
  const period = { level: 2, samplingSeconds: 60, leagueBundle: 1, leagues: [], marketBundle: 3 };
  store.hold('w', [
    { ...period, startsAt: START, endsAt: START + 1_000 },
    { ...period, startsAt: START + 1_000, endsAt: START + 2_000, leagueBundle: 0, marketBundle: 0 },
    { ...period, level: 21, startsAt: START, endsAt: START + 9_000, leagueBundle: null, leagues: [902] },
    { ...period, level: 9, startsAt: START - 9, endsAt: START },
  ]);
  const { status, text } = await scene.get('/api/subscription');
  const shown = { samplingSeconds: 60, marketBundle: 3, markets: ['1X2'] };
  expect([status, JSON.parse(text)]).toEqual([
    200,
    {
      wallet: 'w',
      now: START,
      leagueNames: [901, 902].map((id) => ({ id, name: `League <${id}>` })),
      periods: [
        { ...shown, level: 2, from: START, until: START + 1_000, leagueBundle: 1, leagues: [901] },
        {
          ...{ ...shown, level: 2, from: START + 1_000, until: START + 2_000 },
          ...{ leagueBundle: 0, leagues: null, marketBundle: 0, markets: null },
        },
        { ...shown, level: 21, from: START, until: START + 9_000, leagueBundle: null, leagues: [902] },
        { ...shown, level: 9, from: START - 9, until: START, leagueBundle: 1, leagues: [901] },
      ],
    },
  ]);
  expect((await scene.get('/api/subscription', { 'x-api-token': '' })).status).toBe(403);
  expect(JSON.stringify(JSON.parse(text))).not.toContain(headers['x-api-token']);
});

test('a subscription that has ended is shown to the holder of its token, and gives no access', async () => {
  const { store } = scene;
  const period = { level: 2, samplingSeconds: 60, leagueBundle: 1, leagues: [], marketBundle: 0 };
  store.hold('w', [
    { ...period, startsAt: START - 20, endsAt: START - 10 },
    { ...period, startsAt: START - 10, endsAt: START },
  ]);
  const { status, text } = await scene.get('/api/subscription');
  expect([status, JSON.parse(text).periods]).toEqual([
    200,
    [expect.objectContaining({ level: 2, from: START - 10, until: START })],
  ]);
  expect((await scene.get('/api/matches')).status).toBe(403);
});

test('a caller learns which hosts an activation may name', async () => {
  expect((await scene.app.inject({ url: '/.well-known/activation' })).json()).toEqual({ hosts: [] });
});
