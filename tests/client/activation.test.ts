import type { AddressInfo } from 'node:net';
import { sign as signed } from '@noble/ed25519';
import { base58 } from '@scure/base';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../../ts/sdk/client/client.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import type { ActivationPorts } from '../../ts/service/edge/auth/activation.js';
import { createAuth } from '../../ts/service/edge/auth/auth.js';
import { SessionKeys } from '../../ts/service/edge/auth/sessionKeys.js';
import { SessionTokens } from '../../ts/service/edge/auth/sessionTokens.js';
import { type EdgeScene, edgeScene } from '../helpers/service/edgeScene.js';
import { MemoryAuthStore } from '../helpers/service/memoryAuthStore.js';
import { Middleman } from '../helpers/service/middleman.js';

const wallet = KeyPair.fromSeed(new Uint8Array(32).fill(7));
const TX = base58.encode(new Uint8Array(64).fill(9));
const PATH = '/api/token/activate';
const TABLES = {
  leagues: [901, 902].map((id) => ({ id, name: `${id}` })),
  leagueBundles: [{ id: 1, leagues: [901] }],
  marketBundles: [],
  freeBundle: 1,
};

let now: number;
let store: MemoryAuthStore;
let hosts: readonly string[];
let scene: EdgeScene;
let url: string;
let middle: Middleman;
let messages: string[];
/** How often the chain of the service still answers that it does not know the transaction. */
let unseen: number;
beforeEach(async () => {
  now = 1_800_000_000_000;
  store = new MemoryAuthStore();
  hosts = [];
  messages = [];
  unseen = 0;
  const row = { rowId: 21, pricePerWeekToken: 0n, samplingIntervalSec: 60, leagueBundleId: -2, marketBundleId: 0 };
  const address = wallet.address;
  const ports: ActivationPorts = {
    store,
    tables: TABLES,
    program: 'program',
    hosts: () => hosts,
    now: () => now,
    realTime: () => now,
    chain: {
      find: async () => {
        if (unseen-- > 0) return null;
        const signed = { signer: address, signers: [address] };
        return { status: 'confirmed', ...signed, program: 'program', level: 21, row, weeks: 4, time: now };
      },
    },
  };
  const keys = new SessionKeys(new Uint8Array(32).fill(1));
  const sessions = new SessionTokens({ keys, issuer: 'i', audience: 'a', now: () => now });
  scene = await edgeScene({ ports: { auth: createAuth({ ...ports, sessions }) }, requestsPerSecond: 1_000 });
  await scene.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(scene.app.server.address() as AddressInfo).port}`;
  middle = await Middleman.before(url);
});
afterEach(async () => {
  await middle.close();
  await scene.app.close();
});

// Each pause advances the time by a second.
const timers = {
  now: () => now,
  random: () => 1,
  after: () => () => {},
  sleep: async () => {
    now += 1_000;
  },
};
const clientOf = (baseUrl: string): Client => createClient({ baseUrl, timers });
const sign = (message: Uint8Array): Uint8Array => {
  messages.push(new TextDecoder().decode(message));
  return signed(message, wallet.secretKey.slice(0, 32));
};
const order = { txSig: TX, leagues: [901, 902], sign };
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => ({ number: 'done' }),
    ({ number, message }) => ({ number, message }),
  );

describe('a transaction that the chain of the service does not know yet', () => {
  test('is asked about again, and the wallet signs once', async () => {
    unseen = 3;
    expect(await clientOf(url).account.activate({ ...order, patience: 1_500 })).toMatch(/^lsm_/);
    expect([unseen, messages.length]).toEqual([-1, 1]);
  });

  test('is refused at once without patience, and when it is over', async () => {
    unseen = 9;
    expect(await failure(clientOf(url).account.activate(order))).toMatchObject({ number: 7072 });
    expect(unseen).toBe(8);
    expect(await failure(clientOf(url).account.activate({ ...order, patience: 1_000 }))).toMatchObject({
      number: 7072,
    });
    expect([unseen, messages.length]).toEqual([5, 2]);
  });
});

describe('a lost answer to an activation', () => {
  test.each([1, 2, 3])(
    '%d times: the client requests a new token with a new session, and only that token is valid',
    async (times) => {
      middle.losing.set(PATH, times);
      const client = clientOf(middle.url);
      const token = await client.account.activate(order);
      expect(store.tokens.size).toBe(1);
      expect(store.bought(wallet.address).length).toBe(1);
      // Each attempt issued a token, with a different session.
      const given = middle.seen.filter(({ path }) => path === PATH);
      expect(given.map(({ status }) => status)).toEqual(Array(times + 1).fill(200));
      expect(given.at(-1)?.body).toBe(token);
      expect(new Set(messages).size).toBe(times + 1);
      expect((await client.account.subscription()).periods).toMatchObject([
        { level: 21, leagues: [901, 902], leagueBundle: null, marketBundle: 0 },
      ]);
    },
  );

  test('every time: the error says so, and a later call returns the token', async () => {
    middle.losing.set(PATH, 4);
    const client = clientOf(middle.url);
    expect(await failure(client.account.activate(order))).toMatchObject({ number: 7026 });
    expect(await clientOf(middle.url).account.activate(order)).toMatch(/^lsm_/);
    expect(store.tokens.size).toBe(1);
  });

  test('and an edge whose clock is behind: the client waits until its session is newer', async () => {
    middle.losing.set(PATH, 1);
    const client = clientOf(middle.url);
    await client.account.sessionToken();
    const before = store.activate.bind(store);
    store.activate = (activation) => before({ ...activation, realTime: activation.realTime + 1_500 });
    expect(await client.account.activate(order)).toMatch(/^lsm_/);
    const statuses = middle.seen.filter(({ path }) => path === PATH).map(({ status }) => status);
    expect(statuses).toEqual([200, 403, 200]);
  });
});

test('a second activation by the same client replaces the token and invalidates the first', async () => {
  const client = clientOf(url);
  const first = await client.account.activate(order);
  const second = await client.account.activate({ ...order, leagues: [902, 901] });
  expect(second).not.toBe(first);
  expect(store.tokens.size).toBe(1);
  expect(await failure(client.account.activate({ ...order, leagues: [901] }))).toMatchObject({ number: 7190 });
});

test('a client can end its own token', async () => {
  const client = clientOf(url);
  await client.account.activate(order);
  await client.account.endToken();
  expect(store.tokens.size).toBe(0);
  expect(await failure(client.account.subscription())).toMatchObject({ number: 7346 });
});

describe('the host of the service', () => {
  const host = (address: string) => new URL(address).host;

  test('is signed if the service accepts it, and then a service in the middle gets no token', async () => {
    hosts = ['oracle.example', host(url)];
    await clientOf(url).account.activate({ ...order, bindService: true });
    await clientOf(url).account.activate(order);
    for (const message of messages) expect(message).toMatch(new RegExp(`^${TX}:901,902:[^:]+:${host(url)}$`));

    messages = [];
    store.activations.clear();
    // It forwards the answer of the service, claims its own name, or answers nothing.
    const answers = [undefined, { status: 200, body: JSON.stringify({ hosts: [host(middle.url)] }) }];
    const found = [];
    for (const answer of answers) {
      middle.instead = (path) => (path === '/.well-known/activation' ? answer : undefined);
      found.push((await failure(clientOf(middle.url).account.activate(order))).number);
    }
    expect(found).toEqual([7192, 7071]);
    const bound = { ...order, bindService: true };
    for (const answer of [
      { status: 404, body: 'Not found' },
      { status: 200, body: '<html>' },
      { status: 200, body: '{"hosts":[]}' },
    ]) {
      middle.instead = (path) => (path === '/.well-known/activation' ? answer : undefined);
      expect(await failure(clientOf(middle.url).account.activate(bound))).toMatchObject({ number: 7192 });
    }
    // No signature was given that the service accepts from others.
    expect(messages.every((message) => message.endsWith(`:${host(middle.url)}`))).toBe(true);
    expect(store.activations.size).toBe(0);
  });

  test('is not signed if the service does not accept it, unless required', async () => {
    expect(await failure(clientOf(url).account.activate({ ...order, bindService: true }))).toMatchObject({
      number: 7192,
      message: expect.stringContaining(host(url)),
    });
    expect(messages).toEqual([]);
    await clientOf(url).account.activate(order);
    // Like a service that implements only the description.
    middle.instead = (path) => (path === '/.well-known/activation' ? { status: 404, body: 'Not found' } : undefined);
    await clientOf(middle.url).account.activate(order);
    for (const message of messages) expect(message.split(':').length).toBe(3);
  });
});

test('a token is ended once, even if the answer is lost', async () => {
  const client = clientOf(middle.url);
  const token = await client.account.activate(order);
  middle.losing.set('/api/token', 1);
  await client.account.endToken();
  expect(middle.seen.filter(({ path }) => path === '/api/token').map(({ status }) => status)).toEqual([204, 403]);
  expect(await failure(client.account.subscription())).toMatchObject({ number: 7346 });
  // A token refused from the start was not ended by this call.
  const other = createClient({ baseUrl: middle.url, timers, apiToken: token });
  expect(await failure(other.account.endToken())).toMatchObject({ number: 7061 });
});

test('a token counts as accepted if the fixture in the test request is unknown', async () => {
  for (const status of [404, 400]) {
    middle.instead = (path) => (path === '/api/odds/updates/0' ? { status, body: 'No' } : undefined);
    expect(await clientOf(middle.url).account.activate(order)).toMatch(/^lsm_/);
    store.activations.clear();
  }
  middle.instead = (path) => (path === '/api/odds/updates/0' ? { status: 503, body: 'No' } : undefined);
  expect(await failure(clientOf(middle.url).account.activate(order))).toMatchObject({ number: 7026 });
});

test('nothing is signed unless the service says which hosts it accepts', async () => {
  for (const [status, number] of [
    [429, 7066],
    [503, 7026],
  ]) {
    middle.instead = (path) =>
      path === '/.well-known/activation' ? { status: Number(status), body: 'No' } : undefined;
    expect(await failure(clientOf(middle.url).account.activate(order))).toMatchObject({ number });
  }
  // A hundred names are read, five are shown.
  const names = [...Array(100).keys()].map((i) => `host${i}.example`);
  const body = JSON.stringify({ hosts: [...names, new URL(middle.url).host] });
  middle.instead = (path) => (path === '/.well-known/activation' ? { status: 200, body } : undefined);
  const refused = await failure(clientOf(middle.url).account.activate(order));
  expect(refused).toMatchObject({ number: 7192, message: expect.stringContaining('host4.example') });
  expect(JSON.stringify(refused)).not.toContain('host5.example');
  expect(messages).toEqual([]);
});

test('an answer that does not fit in a header is not a token', async () => {
  for (const body of ['no token', '{"token":"a\\nb"}', '']) {
    middle.instead = (path) => (path === PATH ? { status: 200, body } : undefined);
    expect(await failure(clientOf(middle.url).account.activate(order))).toMatchObject({ number: 7000 });
  }
});

test('the message to be signed is available before payment', async () => {
  const { account } = clientOf(url);
  expect(await account.activationHost()).toBeUndefined();
  expect(await failure(account.activationHost({ bindService: true }))).toMatchObject({ number: 7192 });
  hosts = [new URL(url).host];
  expect(await account.activationHost({ bindService: true })).toBe(new URL(url).host);
  expect(await failure(clientOf(middle.url).account.activationHost())).toMatchObject({ number: 7192 });
  expect(messages).toEqual([]);
});

test('an invalid token is detected before it is returned', async () => {
  const before = await clientOf(url).account.activate(order);
  const client = createClient({ baseUrl: middle.url, timers, apiToken: before });
  middle.instead = (path) => (path === PATH ? { status: 200, body: `lsm_${'A'.repeat(43)}` } : undefined);
  expect(await failure(client.account.activate(order))).toMatchObject({ number: 7193 });
  // Its previous token is still valid.
  expect((await client.account.subscription()).periods).toHaveLength(1);
});
