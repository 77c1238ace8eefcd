import { base58 as codec } from '@scure/base';
import { Ajv } from 'ajv';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { DEVIATIONS } from '../../ts/service/edge/http/docs/deviations.js';
import { ENDPOINTS } from '../../ts/service/edge/http/endpoint/endpoints.js';
import { acceptsGzip } from '../../ts/service/edge/http/streamAnswer.js';
import { type EdgeScene, edgeScene, odds, SLOT_START, START, scores } from '../helpers/service/edgeScene.js';
import { textOf } from '../helpers/sources.js';

/** Base58 of that many bytes. */
const base58 = (length: number): string => codec.encode(new Uint8Array(length).fill(17));

let scene: EdgeScene;
beforeEach(async () => {
  scene = await edgeScene({ requestsPerSecond: 10_000 });
});
afterEach(() => scene.app.close());

const list = async (url: string, headers?: Record<string, string>) => {
  const { status, text } = await scene.get(url, headers);
  expect([url, status]).toEqual([url, 200]);
  return JSON.parse(text);
};
const times = async (url: string, headers?: Record<string, string>) =>
  (await list(url, headers)).map(({ Ts }: { Ts: number }) => Ts - SLOT_START);
const wrong = async (url: string) => {
  const { status, text } = await scene.get(url);
  return status === 400 ? namesOf(text) : status;
};
/** The names of the faults, without the rules that follow them. */
const namesOf = (text: string): string => text.replace('Invalid value for: ', '').split('. ', 1)[0] as string;
const post = async (url: string, payload: unknown, more: Record<string, string> = {}) => {
  const { statusCode, body, headers } = await scene.app.inject({
    method: 'POST',
    url,
    headers: { ...scene.headers, 'content-type': 'application/json', ...more },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
  return { status: statusCode, text: body, headers };
};

describe('parameters', () => {
  const V3 = '/api/scores/stat-validation-v3?fixtureId=1&seq=0&statKeys=';

  test.each(['1', '1,2,3,4,5', '2147483647', '-1', '0', '007'])('statKeys=%s', async (keys) => {
    expect((await list(V3 + keys)).keys).toEqual(keys.split(',').map(Number));
  });

  test.each([
    '',
    '1,2,3,4,5,6',
    '1,',
    ',1',
    '1,,2',
    '1,1',
    '1,01',
    'a',
    '1.0',
    '1e2',
    '+1',
    ' 1',
    '1;2',
    '0x1',
    '2147483648',
    '-2147483649',
    '1, 2',
  ])('not statKeys=%j', async (keys) => {
    expect(await wrong(V3 + encodeURIComponent(keys))).toBe('query parameter statKeys');
  });

  test('refuses a parameter that is missing or sent twice', async () => {
    expect(await wrong('/api/scores/stat-validation-v3')).toBe(
      'query parameter fixtureId, query parameter seq, query parameter statKeys',
    );
    expect(await wrong(`${V3}1&statKeys=2`)).toBe('query parameter statKeys');
    expect(await wrong(`${V3}1&seq=0`)).toBe('query parameter seq');
    expect(await wrong('/api/odds/stream?fixtureId=1&fixtureId=1')).toBe('query parameter fixtureId');
  });

  test('accept int32 and int64 up to their limits', async () => {
    expect(await wrong(`/api/scores/stat-validation-v3?fixtureId=2147483648&seq=-2147483649&statKeys=1`)).toBe(
      'query parameter fixtureId, query parameter seq',
    );
    expect(await wrong(`/api/scores/stat-validation-v3?fixtureId=2147483647&seq=1&statKeys=1`)).toBe(404);
    expect(await wrong(`/api/scores/stat-validation-v3?fixtureId=-2147483648&seq=1&statKeys=1`)).toBe(404);
    for (const id of ['9223372036854775807', '-9223372036854775808', '9007199254740993', '0'])
      expect(await list(`/api/odds/snapshot/${id}`)).toEqual([]);
    for (const id of ['9223372036854775808', '-9223372036854775809', '1'.repeat(50), '1.5', '-', '--1', '1e3', 'NaN'])
      expect([id, await wrong(`/api/odds/snapshot/${id}`)]).toEqual([id, 'path parameter fixtureId']);
    expect(await list('/api/odds/snapshot/1?asOf=9223372036854775807')).toEqual([]);
    expect(await wrong('/api/odds/snapshot/1?asOf=9223372036854775808')).toBe('query parameter asOf');
    expect(await wrong('/api/odds/snapshot/1?asOf=')).toBe('query parameter asOf');
  });

  test.each(['/api/odds/updates', '/api/scores/updates', '/scores/updates'])('the slot of %s', async (path) => {
    for (const slot of ['0/0/0', '20636/23/11', '65535/0/0', '20636/02/09'])
      expect(await list(`${path}/${slot}`)).toEqual([]);
    expect(await wrong(`${path}/20636/24/0`)).toBe('path parameter hourOfDay');
    expect(await wrong(`${path}/20636/0/12`)).toBe('path parameter interval');
    expect(await wrong(`${path}/-1/0/0`)).toBe('path parameter epochDay');
    expect(await wrong(`${path}/65536/0/0`)).toBe('path parameter epochDay');
    expect(await wrong(`${path}/-1/-1/-1?fixtureId=x&wire=y`)).toBe(
      'path parameter epochDay, path parameter hourOfDay, path parameter interval, ' +
        'query parameter fixtureId, query parameter wire',
    );
  });

  test('a refusal lists the names of all faults, then their rules', async () => {
    const text = async (url: string) => (await scene.get(url)).text;
    const keys = (given: string, found: string) => [
      V3 + given,
      `Invalid value for: query parameter statKeys. statKeys: 1 to 5 different integers; ${found}`,
    ];
    const cases = [
      keys('1,2,3,4,5,6', '6 given'),
      keys('1,1', '"1,1" given'),
      keys('1,x', '"x" given'),
      keys('', '"" given'),
      keys('1&statKeys=2&statKeys=3', 'sent 3 times'),
      [
        '/api/odds/updates/1/24/x?wire=y',
        'Invalid value for: path parameter hourOfDay, path parameter interval, query parameter wire. ' +
          'hourOfDay: an integer from 0 to 23; "24" given. interval: an integer from 0 to 11; "x" given. ' +
          'wire: described or observed; "y" given',
      ],
      [
        '/api/odds/validation?messageId=',
        'Invalid value for: query parameter messageId, query parameter ts. messageId: 1 to 200 characters; 0 given. ' +
          'ts: an integer from -9223372036854775808 to 9223372036854775807; missing',
      ],
      [
        '/api/scores/stat-validation?fixtureId=1&seq=0&statKey=1&statKeys=1',
        'Invalid value for: query parameter statKeys. statKeys: statKey, and perhaps statKey2, or statKeys; both given',
      ],
    ] as const;
    for (const [url, expected] of cases) expect(await text(url as string)).toBe(expected);
    const long = await text(`${V3}${'y'.repeat(5_000)}`);
    expect(long.length).toBeLessThan(300);
  });

  test('every parameter of every endpoint is refused with its rule, in a text of bounded length', async () => {
    for (const { method, path, parameters } of ENDPOINTS) {
      if (method !== 'GET') continue;
      const [names, query] = [[] as string[], new URLSearchParams()];
      const bad = 'é'.repeat(90);
      let url = path;
      for (const [name, { in: place }] of Object.entries(parameters)) {
        names.push(`${place} parameter ${name}`);
        if (place === 'path') url = url.replace(`{${name}}`, encodeURIComponent(bad));
        else query.set(name, name === 'messageId' ? bad.repeat(3) : bad);
      }
      if (names.length === 0) continue;
      const { status, text } = await scene.get(`${url}?${query}`);
      expect([path, status, namesOf(text)]).toEqual([path, 400, names.join(', ')]);
      for (const name of Object.keys(parameters)) expect(text).toMatch(new RegExp(`\\. ${name}: .+; .+ given`));
      expect(text.length).toBeLessThan(1_001);
      expect(text).not.toMatch(/\.$|\n/);
    }
  });

  test('unknown query parameters are ignored, and names of object properties are not parameters', async () => {
    expect(await list('/api/odds/snapshot/1?unknown=1&__proto__=2&constructor=3')).toEqual([]);
    expect(await wrong('/api/odds/validation?toString=1')).toBe('query parameter messageId, query parameter ts');
  });

  test('the wire', async () => {
    expect(await list(`${V3}1&wire=observed`)).toMatchObject({ wire: 'observed' });
    expect(await list(`${V3}1`)).toMatchObject({ wire: 'described' });
    expect(await wrong(`${V3}1&wire=Observed`)).toBe('query parameter wire');
    const other = await edgeScene({ wire: 'observed' });
    expect(JSON.parse((await other.get(`${V3}1`)).text)).toMatchObject({ wire: 'observed' });
    expect(JSON.parse((await other.get(`${V3}1&wire=described`)).text)).toMatchObject({ wire: 'described' });
    await other.app.close();
  });
});

describe('odds', () => {
  const past = '/api/odds/updates/20636/2/1';
  const here = '/api/odds/updates/20636/2/2';

  test('of a past slot; the current and future slots are empty', async () => {
    scene.records.odds = [odds(1, SLOT_START - 300_000), odds(1, SLOT_START - 1), odds(1, SLOT_START)];
    expect(await times(past)).toEqual([-300_000, -1]);
    expect(await times(here)).toEqual([]);
    await scene.clock.advance(179_999);
    expect(await times(here)).toEqual([]);
    await scene.clock.advance(1);
    expect(await times(here)).toEqual([0]);
  });

  test('only leagues and markets of the token; a single fixture is refused', async () => {
    scene.records.odds = [
      odds(1, START - 300_000),
      odds(2, START - 299_999),
      odds(1, START - 299_998, { market: 'AH' }),
    ];
    expect(await times(past)).toEqual([-180_000, -179_998]);
    expect(await times(`${past}?fixtureId=1`)).toEqual([-180_000, -179_998]);
    expect(await wrong(`${past}?fixtureId=2`)).toBe(403);
    expect(await list(`${past}?fixtureId=3`)).toEqual([]);
    const markets = { 'x-api-token': scene.subscribe({ leagueBundle: 0, marketBundle: 3 }, 'm') };
    expect(await times(past, markets)).toEqual([-180_000, -179_999]);
    for (const url of ['/api/odds/updates/2', '/api/odds/snapshot/2', '/api/odds/stream?fixtureId=2'])
      expect([url, await wrong(url)]).toEqual([url, 403]);
  });

  test('sampled in endpoints 7, 8 and 10', async () => {
    const slow = { 'x-api-token': scene.subscribe({ samplingSeconds: 60 }, 's') };
    scene.records.odds = [
      odds(1, SLOT_START - 300_000),
      odds(1, SLOT_START - 299_999),
      odds(1, SLOT_START),
      odds(1, SLOT_START + 1),
      odds(1, SLOT_START + 60_001),
      odds(1, SLOT_START + 119_999, { line: 'b', suspended: true }),
      odds(1, START),
    ];
    expect(await times(past, slow)).toEqual([-299_999]);
    expect(await times(past)).toEqual([-300_000, -299_999]);
    expect(await times('/api/odds/updates/1', slow)).toEqual([1, 60_001, 119_999]);
    expect(await times('/api/odds/updates/1')).toEqual([0, 1, 60_001, 119_999, 120_000]);
    expect(await times('/api/odds/snapshot/1')).toEqual([120_000, 119_999]);
    expect(await times('/api/odds/snapshot/1', slow)).toEqual([60_001, 119_999]);
    const asOf = (after: number) => times(`/api/odds/snapshot/1?asOf=${SLOT_START + after}`, slow);
    expect(await asOf(90_000)).toEqual([1]);
    expect(await asOf(59_999)).toEqual([-299_999]);
    expect(await asOf(1e9)).toEqual([60_001, 119_999]);
  });

  test('the snapshot of the current slot, or at any time', async () => {
    scene.records.odds = [odds(1, SLOT_START - 1, { line: 'b' }), odds(1, SLOT_START), odds(1, START + 1)];
    expect(await times('/api/odds/snapshot/1')).toEqual([120_001]);
    expect(await times(`/api/odds/snapshot/1?asOf=${START - 1}`)).toEqual([-1, 0]);
    expect(await times(`/api/odds/snapshot/1?asOf=${START}`)).toEqual([-1, 120_001]);
    expect(await times(`/api/odds/snapshot/1?asOf=${START + 5}`)).toEqual([-1, 120_001]);
    expect(await times(`/api/odds/snapshot/1?asOf=${SLOT_START - 1}`)).toEqual([-1]);
    expect(await times('/api/odds/snapshot/1?asOf=-1')).toEqual([]);
  });

  test('proofs require both parameters of a record that the token may see', async () => {
    scene.records.odds = [odds(1, 5), odds(2, 5)];
    for (const [path, name] of [
      ['validation', 'odds'],
      ['validation-v4', 'oddsV4'],
    ]) {
      const url = `/api/odds/${path}`;
      expect(await wrong(url)).toBe('query parameter messageId, query parameter ts');
      expect(await wrong(`${url}?messageId=&ts=5`)).toBe('query parameter messageId');
      expect(await list(`${url}?messageId=m1&ts=5`)).toEqual({ name, given: ['m1', 5, 'described'] });
      expect(await wrong(`${url}?messageId=m1&ts=6`)).toBe(404);
      expect(await wrong(`${url}?messageId=m9&ts=5`)).toBe(404);
      expect(await wrong(`${url}?messageId=m2&ts=5`)).toBe(403);
      const markets = scene.subscribe({ leagueBundle: 0, marketBundle: 3 }, 'm');
      scene.records.odds[0] = odds(1, 5, { market: 'AH' });
      expect((await scene.get(`${url}?messageId=m1&ts=5`, { 'x-api-token': markets })).status).toBe(403);
      scene.records.odds[0] = odds(1, 5);
    }
  });
});

describe('scores', () => {
  beforeEach(() => {
    scene.records.scores = [
      scores(1, 0, SLOT_START - 1),
      scores(2, 0, SLOT_START - 1),
      scores(1, 1, SLOT_START),
      scores(1, 2, START + 1),
    ];
  });

  test('of a past slot, with and without the prefix, in the historical form', async () => {
    for (const prefix of ['/api', '']) {
      const url = `${prefix}/scores/updates/20636/2/1`;
      expect(await list(url)).toEqual([
        { FixtureId: 1, Seq: 0, Ts: SLOT_START - 1, form: 'historical', wire: 'described' },
      ]);
      expect(await list(`${url}?fixtureId=1&wire=observed`)).toMatchObject([{ wire: 'observed' }]);
      expect(await wrong(`${url}?fixtureId=2`)).toBe(403);
      expect(await list(`${prefix}/scores/updates/20636/2/2`)).toEqual([]);
    }
  });

  test('the snapshot', async () => {
    // Stored records are shown even when the clock that accepted them was ahead of this one.
    expect(await list('/api/scores/snapshot/1')).toMatchObject([{ Seq: 0, form: 'snapshot' }, { Seq: 1 }, { Seq: 2 }]);
    expect(await list(`/api/scores/snapshot/1?asOf=${SLOT_START - 1}`)).toMatchObject([{ Seq: 0 }]);
    expect(await list(`/api/scores/snapshot/1?asOf=${START - 1}`)).toHaveLength(2);
    expect(await list(`/api/scores/snapshot/1?asOf=${START}`)).toHaveLength(3);
    expect(await list('/api/scores/snapshot/9')).toEqual([]);
    expect(await wrong('/api/scores/snapshot/2')).toBe(403);
  });

  test('the lists in event-stream text', async () => {
    const { text, headers } = await scene.get('/api/scores/historical/1');
    expect(headers['content-type']).toBe('text/event-stream');
    expect(text.match(/^id: \d+$/gm)).toEqual(['id: 0', 'id: 1', 'id: 2']);
    expect(text).toMatch(/^(data: \{.*\}\nid: \d+\n\n){3}$/);
    expect((await scene.get('/api/scores/updates/1')).text.match(/^id: \d+$/gm)).toEqual(['id: 1', 'id: 2']);
    expect(await scene.get('/api/scores/historical/9')).toMatchObject({ status: 200, text: '' });
    for (const url of ['/api/scores/historical/2', '/api/scores/updates/2']) expect(await wrong(url)).toBe(403);
  });

  test('proofs of each version', async () => {
    const record = 'fixtureId=1&seq=3';
    const question = { fixtureId: 1, seq: 3, wire: 'described' };
    const base = '/api/scores/stat-validation';
    expect(await list(`${base}-v4?${record}&statKeys=2,1`)).toEqual({ ...question, version: 4, keys: [2, 1] });
    expect(await list(`${base}-v3?${record}&statKeys=2`)).toEqual({ ...question, version: 3, keys: [2] });
    // Callers of these versions know one wire, so the parameter is ignored.
    const old = { ...question, wire: 'observed' };
    expect(await list(`${base}?${record}&statKeys=2,2`)).toEqual({ ...old, version: 2, keys: [2, 2] });
    expect(await list(`${base}?${record}&statKey=2&wire=described`)).toEqual({ ...old, version: 1, keys: [2] });
    expect(await list(`${base}?${record}&statKey=2&statKey2=2&wire=y`)).toMatchObject({ ...old, keys: [2, 2] });
    expect(await wrong(`${base}?${record}`)).toBe('query parameter statKeys');
    expect(await wrong(`${base}?${record}&statKey2=2`)).toBe('query parameter statKey');
    expect(await wrong(`${base}?${record}&statKey=1&statKeys=2`)).toBe('query parameter statKeys');
    expect(await wrong(`${base}?${record}&statKeys=1,2,3,4,5,6`)).toBe('query parameter statKeys');
    for (const path of ['', '-v3', '-v4']) expect(await wrong(`${base}${path}?fixtureId=2&seq=3&statKeys=1`)).toBe(403);
  });
});

describe('fixtures', () => {
  test('lists and proofs', async () => {
    expect(await list('/api/fixtures/snapshot?startEpochDay=20636&competitionId=7')).toEqual([
      { FixtureId: 1, wire: 'described' },
    ]);
    expect(await list('/api/fixtures/updates/20636/23')).toEqual([{ FixtureId: 1, wire: 'described' }]);
    expect(scene.records.asked).toEqual([
      ['fixtures', { startEpochDay: 20636, competitionId: 7 }],
      ['fixtureUpdates', 20636, 23],
    ]);
    expect(await list('/api/fixtures/validation?fixtureId=1')).toEqual({ name: 'fixture', given: [1, 'described'] });
    expect(await wrong('/api/fixtures/validation?fixtureId=2')).toBe(403);
    expect(await wrong('/api/fixtures/validation?fixtureId=3')).toBe(404);
    expect(await list('/api/fixtures/batch-validation?epochDay=20636&hourOfDay=5')).toEqual({
      name: 'fixtureBatch',
      given: [20636, 5, 'described'],
    });
    expect(await wrong('/api/fixtures/batch-validation?epochDay=-1&hourOfDay=24')).toBe(
      'query parameter epochDay, query parameter hourOfDay',
    );
    expect(await wrong('/api/fixtures/updates/1/24')).toBe('path parameter hourOfDay');
    expect(await wrong('/api/fixtures/snapshot?startEpochDay=-1')).toBe('query parameter startEpochDay');
  });
});

describe('sessions and subscriptions', () => {
  test('a guest session, with an empty body, {} or none', async () => {
    for (const payload of ['', '{}', ' {\n} ']) {
      const { status, text, headers } = await post('/auth/guest/start', payload, { authorization: '' });
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('no-store');
      const { token, ...rest } = JSON.parse(text);
      expect(rest).toEqual({});
      expect((await scene.get('/api/odds/snapshot/1', { authorization: `Bearer ${token}` })).status).toBe(200);
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await post('/auth/guest/start', '', form)).status).toBe(200);
    expect((await scene.app.inject({ method: 'POST', url: '/auth/guest/start' })).statusCode).toBe(200);
    expect(await post('/auth/guest/start', '{"a":1}')).toMatchObject({
      status: 400,
      text: 'Invalid value for: body. body: none, or {}; "{\\"a\\":1}" given',
    });
  });

  const walletSignature = Buffer.alloc(64, 1).toString('base64');

  test('activation passes its arguments on, and answers with the bare token', async () => {
    const asked: unknown[] = [];
    const { auth } = scene.ports;
    auth.activate = async (request) => {
      asked.push(request);
      return 'lsm_x';
    };
    const { status, text, headers } = await post('/api/token/activate', {
      txSig: base58(64),
      walletSignature,
      leagues: [3, 1],
    });
    expect([status, text, headers['content-type']]).toEqual([200, 'lsm_x', 'text/plain; charset=utf-8']);
    expect(headers['cache-control']).toBe('no-store');
    await post('/api/token/activate', { txSig: base58(64), walletSignature });
    const signature = new Uint8Array(64).fill(1);
    expect(asked).toEqual([
      { txSig: base58(64), walletSignature: signature, leagues: [3, 1], sessionIssuedAt: START, jwt: scene.jwt },
      { txSig: base58(64), walletSignature: signature, leagues: [], sessionIssuedAt: START, jwt: scene.jwt },
    ]);
  });

  test.each<[string, unknown]>([
    ['body', '{'],
    ['body', ''],
    ['body', []],
    ['body', 'null'],
    ['body field txSig, body field walletSignature', {}],
    ['body field txSig', { txSig: base58(63), walletSignature }],
    ['body field txSig', { txSig: base58(65), walletSignature }],
    ['body field txSig', { txSig: '00'.repeat(64), walletSignature }],
    ['body field txSig', { txSig: 5, walletSignature }],
    ['body field walletSignature', { txSig: base58(64), walletSignature: `${walletSignature}AA` }],
    ['body field walletSignature', { txSig: base58(64), walletSignature: base58(64) }],
    ['body field leagues', { txSig: base58(64), walletSignature, leagues: '1' }],
    ['body field leagues', { txSig: base58(64), walletSignature, leagues: [1.5] }],
    ['body field leagues', { txSig: base58(64), walletSignature, leagues: ['1'] }],
    ['body field leagues', { txSig: base58(64), walletSignature, leagues: [2 ** 31] }],
    ['body field leagues', { txSig: base58(64), walletSignature, leagues: null }],
  ])('activation: %s', async (fault, payload) => {
    const { status, text } = await post('/api/token/activate', payload);
    expect([status, namesOf(text)]).toEqual([400, fault]);
  });

  test('activation: the content type, the reasons of refusals, an unreachable chain', async () => {
    const payload = { txSig: base58(64), walletSignature };
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx'])
      expect(await post('/api/token/activate', payload, { 'content-type': type })).toMatchObject({
        status: 400,
        text: `Invalid value for: header Content-Type. Content-Type: application/json; "${type}" given`,
      });
    const refused = await post('/api/token/activate', payload, { 'content-type': 'application/json; charset=utf-8' });
    expect(refused).toMatchObject({ status: 403, text: `The transaction ${base58(64)} is not known to the chain` });
    const down = await edgeScene();
    down.ports.auth.activate = async () => {
      throw new LinesmanError(7068, { cause: new Error('where the node is') });
    };
    const response = await down.app.inject({
      method: 'POST',
      url: '/api/token/activate',
      headers: { ...down.headers, 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    });
    expect([response.statusCode, response.body]).toEqual([504, 'The chain cannot be asked']);
    await down.app.close();
  });

  test('the quote in both spellings', async () => {
    const buyerPubkey = base58(32);
    const url = '/api/guest/purchase/quote';
    for (const amount of [
      { serviceAmount: 1234 },
      { txlineAmount: 1234 },
      { serviceAmount: 1234, txlineAmount: 1234 },
    ]) {
      const { status, text } = await post(url, { buyerPubkey, ...amount }, { 'x-api-token': '' });
      expect(status).toBe(200);
      expect(JSON.parse(text)).toEqual({
        transactionBase64: 'AA==',
        baseStableCost: 1.234,
        feeStableAmount: 0,
        totalStableCharged: 1.234,
        baseUsdtCost: 1.234,
        feeUsdtAmount: 0,
        totalUsdtCharged: 1.234,
      });
    }
    const faults: readonly [string, object][] = [
      ['body field buyerPubkey, body field serviceAmount', {}],
      ['body field serviceAmount', { buyerPubkey, serviceAmount: 1, txlineAmount: 2 }],
      ['body field serviceAmount', { buyerPubkey, serviceAmount: 0 }],
      ['body field serviceAmount', { buyerPubkey, serviceAmount: -1 }],
      ['body field serviceAmount', { buyerPubkey, serviceAmount: 1.5 }],
      ['body field serviceAmount', { buyerPubkey, serviceAmount: '1' }],
      ['body field serviceAmount', { buyerPubkey, serviceAmount: 2 ** 53 }],
      ['body field buyerPubkey', { buyerPubkey: base58(33), serviceAmount: 1 }],
      ['body field buyerPubkey', { buyerPubkey: '00'.repeat(32), serviceAmount: 1 }],
    ];
    for (const [fault, payload] of faults) {
      const { status, text } = await post(url, payload);
      expect([status, namesOf(text)]).toEqual([400, fault]);
    }
    expect((await post(url, { buyerPubkey, serviceAmount: 84 })).status).toBe(400);
    expect((await post(url, { buyerPubkey, serviceAmount: 85 })).status).toBe(400);
  });

  test('the keys of the oracle', async () => {
    const { keys } = await list('/.well-known/oracle-keys', { authorization: '' });
    expect(keys).toMatchObject([
      { status: 'current', algorithm: 'Ed25519', hex: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
  });
});

describe('the text for language models', () => {
  test('is at the root, without a token', async () => {
    const { status, text, headers } = await scene.get('/llms.txt');
    expect([status, headers['content-type'], text]).toEqual([200, 'text/plain; charset=utf-8', textOf('llms.txt')]);
  });
});

describe('the description', () => {
  test('lists every endpoint with its parameters, security and refusals, and is valid OpenAPI 3.1', async () => {
    const { text, headers } = await scene.get('/docs/openapi.yaml');
    expect(headers['content-type']).toBe('application/yaml; charset=utf-8');
    const document = parseYaml(text);
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.5.8' } });
    const paths = ENDPOINTS.flatMap(({ path, aliases = [] }) => [path, ...aliases]);
    expect(Object.keys(document.paths)).toEqual(paths);
    const v4 = document.paths['/api/scores/stat-validation-v4'].get;
    expect(v4.security).toEqual([{ session: [], apiToken: [] }]);
    expect(Object.keys(v4.responses).join(' ')).toBe('200 400 401 403 404 408 429 431 500 503');
    expect(v4.parameters.map(({ name }: { name: string }) => name)).toEqual(['fixtureId', 'seq', 'statKeys', 'wire']);
    const old = document.paths['/api/scores/stat-validation'].get.parameters;
    expect(old.map(({ name }: { name: string }) => name).join()).toBe('fixtureId,seq,statKey,statKey2,statKeys');
    expect(v4.parameters[2]).toMatchObject({ explode: false, schema: { minItems: 1, maxItems: 5, uniqueItems: true } });
    // Every reference resolves, every template parameter is described, and every schema is valid.
    for (const [, name] of text.matchAll(/#\/components\/schemas\/(\w+)/g))
      expect(Object.keys(document.components.schemas)).toContain(name);
    for (const [path, operations] of Object.entries<Record<string, { parameters: { name: string; in: string }[] }>>(
      document.paths,
    ))
      for (const [method, { parameters }] of Object.entries(operations))
        if (!method.startsWith('x-'))
          expect(parameters.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(
            [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
          );
    const ajv = new Ajv({ strict: false, validateFormats: false });
    for (const schema of Object.values<object>(document.components.schemas))
      expect(ajv.validateSchema(schema)).toBe(true);
  });

  test('the parameter schemas match the parser', async () => {
    const document = parseYaml((await scene.get('/docs/openapi.yaml')).text);
    const { parameters } = document.paths['/api/odds/updates/{epochDay}/{hourOfDay}/{interval}'].get;
    for (const { name, schema } of parameters.slice(0, 3))
      for (const value of [schema.minimum, schema.maximum, schema.minimum - 1, schema.maximum + 1]) {
        const path = { epochDay: 0, hourOfDay: 0, interval: 0, [name]: value };
        const fits = value >= schema.minimum && value <= schema.maximum;
        expect(await wrong(`/api/odds/updates/${path.epochDay}/${path.hourOfDay}/${path.interval}`)).toBe(
          fits ? 200 : `path parameter ${name}`,
        );
      }
  });

  test('the page shows the same and loads nothing', async () => {
    const { text, headers } = await scene.get('/docs');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    for (const { path } of ENDPOINTS) expect(text).toContain(path);
    for (const { what } of DEVIATIONS) expect(text).toContain(what);
    for (const field of ['txSig', 'walletSignature', 'leagues', 'buyerPubkey', 'serviceAmount', 'txlineAmount'])
      expect(text).toContain(`<td>${field}</td>`);
    expect(text).toContain('&lt;txSig&gt;:7,12:&lt;session token&gt;');
    expect(text).toContain('<td>Last-Event-ID</td>');
    expect(text).toContain('<code>ObservedScores</code>');
    expect(text).toContain('League &lt;901&gt;');
    expect(text).not.toMatch(/<script|src=|<link|League </);
  });
});

test.each<[string | undefined, boolean]>([
  [undefined, false],
  ['', false],
  ['identity', false],
  ['gzip', true],
  ['br, GZIP;q=0.1', true],
  ['gzip;q=0', false],
  ['gzip;q=0, *', false],
  ['*', true],
  ['*;q=0', false],
  ['gzipped', false],
])('Accept-Encoding: %j', (header, expected) => {
  expect(acceptsGzip(header)).toBe(expected);
});
