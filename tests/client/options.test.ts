import { describe, expect, test } from 'vitest';
import * as client from '../../ts/sdk/client/index.js';
import { PURCHASE_REFUSED } from '../../ts/sdk/error/codes/customers.js';
import type { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { isError } from '../../ts/sdk/error/linesmanError.js';
import { type Deciding, everyFunctionIsListed, optionsAreChecked } from '../helpers/optionTable.js';

/** What JavaScript can pass to the client: a limit that is misspelt or not a number would have no effect. */

const wrong = (...values: readonly unknown[]): [number, ...unknown[]] => [7168, ...values];
const NO_FUNCTIONS = [null, {}, 'x', true];
const { signal } = new AbortController();
const OPTIONS = {
  full: {
    baseUrl: 'http://127.0.0.1:1',
    apiToken: 'token',
    requiresApiToken: true,
    jwt: 'session',
    wire: 'described',
    attempts: 4,
    timeout: 15_000,
    signal,
    timers: client.systemTimers,
    fetch,
    onAnswer: () => {},
  },
  wrong: {
    baseUrl: wrong(null, 1, {}, new URL('http://127.0.0.1')),
    apiToken: wrong(null, 1, {}),
    requiresApiToken: wrong(null, 0, 'false'),
    jwt: wrong(null, 1, {}),
    wire: wrong(null, 'observd', '', 1),
    attempts: wrong(null, 0, '4', 1.5, Number.NaN, Number.POSITIVE_INFINITY),
    timeout: wrong(null, 0, '5', Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31),
    signal: wrong(null, {}, 'x', new AbortController()),
    timers: wrong(null, 'x', 1),
    fetch: wrong(...NO_FUNCTIONS),
    onAnswer: wrong(...NO_FUNCTIONS),
  },
  required: { baseUrl: 7167 },
} as const;

/** A client that has no server and never waits. */
const { account, fixtures, odds, scores } = client.createClient({
  baseUrl: 'http://127.0.0.1:1',
  requiresApiToken: false,
  apiToken: 'token',
  attempts: 1,
  fetch: () => Promise.reject(new Error('nobody answers')),
  timers: { ...client.systemTimers, sleep: async () => {} },
});

/** Resolves if the options are valid: the connection error comes only after they are checked. */
const streamed = async (options: never) => {
  const connected = scores.stream(options).next();
  await connected.catch((error: LinesmanError) => {
    if (error.number !== 7026) throw error;
  });
};

const TABLE: Readonly<Record<string, Deciding>> = {
  createClient: { call: (options: never) => client.createClient(options), ...OPTIONS },
  ServiceSession: { call: (options: never) => new client.ServiceSession(options), ...OPTIONS },
  checkedPurchase: {
    // The options are in order where the transaction is judged.
    call: (order: never) =>
      client.checkedPurchase(order).catch((error: unknown) => {
        if (!isError(error, PURCHASE_REFUSED)) throw error;
      }),
    full: {
      client: { account: { quote: async () => ({ transactionBase64: '-', totalStableCharged: 0.001 }) } },
      ...{ chain: {}, programs: {}, config: {}, buyer: 'buyer', tokens: 1n },
    },
    wrong: {
      ...{ client: wrong(null, 'x'), chain: wrong(null, 'x'), programs: wrong(null, 'x'), config: wrong(null, 'x') },
      buyer: wrong(null, 1),
      tokens: wrong(null, 1, '1', -1n),
    },
    required: { client: 7167, chain: 7167, programs: 7167, config: 7167, buyer: 7167, tokens: 7167 },
  },
};

const STREAMS: Readonly<Record<string, Deciding>> = {
  stream: {
    call: streamed,
    full: {
      fixtureId: 0,
      lastEventId: '1800000000000:1',
      signal: AbortSignal.abort(),
      silence: 45_000,
      reconnects: 0,
      maxGapSlots: 288,
      onNotice: () => {},
    },
    wrong: {
      fixtureId: wrong(null, -1, '1', 0.5),
      lastEventId: wrong(null, 1, {}),
      signal: wrong(null, {}, 'x'),
      silence: wrong(null, 0, '5', Number.NaN, Number.POSITIVE_INFINITY),
      reconnects: wrong(null, -1, '1', Number.NaN),
      maxGapSlots: wrong(null, -1, '1', Number.NaN),
      onNotice: wrong(...NO_FUNCTIONS),
    },
  },
};

/** The same for a request, whose options are checked before the connection fails. */
const asked = (request: (given: never) => Promise<unknown>) => (given: never) =>
  request(given).catch((error: LinesmanError) => {
    if (error.number !== 7026) throw error;
  });
const REQUEST = { full: { signal }, wrong: { signal: wrong(null, {}, 'x', new AbortController()) } };
const reading = {
  full: { ...REQUEST.full, read: () => 1 },
  wrong: { ...REQUEST.wrong, read: wrong(...NO_FUNCTIONS) },
};
/** Only the service knows which numbers exist. */
const NO_NUMBERS = [null, '1', {}, Number.NaN];
const slot = {
  full: { ...REQUEST.full, fixtureId: 1 },
  wrong: { ...REQUEST.wrong, fixtureId: wrong(...NO_NUMBERS) },
};
const stats = {
  full: { ...REQUEST.full, fixtureId: 1, seq: 2, keys: [1, 2] },
  wrong: {
    ...slot.wrong,
    seq: wrong(...NO_NUMBERS),
    keys: wrong(null, 1, '1,2', ['1'], [Number.NaN], {}),
  },
  required: { fixtureId: 7167, seq: 7167, keys: 7167 },
};
const message = {
  full: { ...REQUEST.full, messageId: 'a', ts: 1 },
  wrong: { ...REQUEST.wrong, messageId: wrong(null, 1, {}), ts: wrong(...NO_NUMBERS) },
  required: { messageId: 7167, ts: 7167 },
};

/** By endpoint: the arguments of a request that are not in its path. */
const REQUESTS: Readonly<Record<string, Deciding>> = {
  'account.activate': {
    call: asked((given) => account.activate(given)),
    full: {
      ...REQUEST.full,
      txSig: 'tx',
      leagues: [1],
      sign: () => new Uint8Array(64),
      bindService: true,
      patience: 1,
    },
    wrong: {
      ...REQUEST.wrong,
      patience: wrong(null, -1, 1.5, '1'),
      txSig: wrong(null, 1, {}),
      leagues: wrong(null, '1', [null], ['1'], {}),
      sign: wrong(...NO_FUNCTIONS),
      bindService: wrong(null, 0, 'false'),
    },
    required: { txSig: 7167, sign: 7167 },
  },
  'account.activationHost': {
    call: asked((given) => account.activationHost(given)),
    full: { ...REQUEST.full, bindService: true },
    wrong: { ...REQUEST.wrong, bindService: wrong(null, 0, 'false') },
  },
  'account.sessionToken': { call: asked((given) => account.sessionToken(given)), ...REQUEST },
  'account.subscription': { call: asked((given) => account.subscription(given)), ...REQUEST },
  'account.endToken': { call: asked((given) => account.endToken(given)), ...REQUEST },
  'account.oracleKeys': { call: asked((given) => account.oracleKeys(given)), ...REQUEST },
  'account.quote': { call: asked((given) => account.quote('buyer', 1, given)), ...REQUEST },
  'fixtures.snapshot': {
    call: asked((given) => fixtures.snapshot(given)),
    full: { ...REQUEST.full, startEpochDay: 1, competitionId: 1 },
    wrong: { ...REQUEST.wrong, startEpochDay: wrong(...NO_NUMBERS), competitionId: wrong(...NO_NUMBERS) },
  },
  'fixtures.matches': {
    call: asked((given) => fixtures.matches(given)),
    full: {
      ...REQUEST.full,
      ...{ states: ['live'], sport: 'soccer', epochDay: 1, order: 'latest', limit: 1, after: '1' },
    },
    wrong: {
      ...REQUEST.wrong,
      states: wrong('live', ['lively'], ['live', 'lively'], []),
      sport: wrong('soccr'),
      epochDay: wrong(...NO_NUMBERS),
      order: wrong('newest'),
      limit: wrong(0, 201, '1'),
      after: wrong(1),
    },
  },
  'fixtures.updates': { call: asked((given) => fixtures.updates(1, 1, given)), ...REQUEST },
  'fixtures.prove': { call: asked((given) => fixtures.prove(1, given)), ...REQUEST },
  'fixtures.proveBatch': { call: asked((given) => fixtures.proveBatch(1, 1, given)), ...REQUEST },
  'odds.snapshot': {
    call: asked((given) => odds.snapshot(1, given)),
    full: { ...REQUEST.full, asOf: 1 },
    wrong: { ...REQUEST.wrong, asOf: wrong(...NO_NUMBERS) },
  },
  'odds.updates': { call: asked((given) => odds.updates(1, given)), ...REQUEST },
  'odds.ofSlot': { call: asked((given) => odds.ofSlot(1, given)), ...slot },
  'odds.prove': { call: asked((given) => odds.prove(given)), ...message },
  'odds.proveV4': { call: asked((given) => odds.proveV4(given)), ...message },
  'scores.snapshot': {
    call: asked((given) => scores.snapshot(1, given)),
    full: { ...reading.full, asOf: 1 },
    wrong: { ...reading.wrong, asOf: wrong(...NO_NUMBERS) },
  },
  'scores.ofSlot': { call: asked((given) => scores.ofSlot(1, given)), ...slot },
  'scores.updates': { call: asked((given) => scores.updates(1, given)), ...REQUEST },
  'scores.history': { call: asked((given) => scores.history(1, given)), ...reading },
  'scores.proveV1': { call: asked((given) => scores.proveV1(given)), ...stats },
  'scores.proveV2': { call: asked((given) => scores.proveV2(given)), ...stats },
  'scores.proveV3': { call: asked((given) => scores.proveV3(given)), ...stats },
  'scores.proveV4': { call: asked((given) => scores.proveV4(given)), ...stats },
  'scores.answer': { call: asked((given) => scores.answer(3, given)), ...stats },
};

/** The public methods of these classes. */
const methodsOf = (endpoints: object): string[] =>
  Object.getOwnPropertyNames(Object.getPrototypeOf(endpoints)).filter((name) => name !== 'constructor');

describe('requests of @linesman/sdk/client, called from JavaScript', () => {
  optionsAreChecked(REQUESTS);

  test('every endpoint is in the table', () => {
    const parts = { account, fixtures, odds, scores };
    const all = Object.entries(parts).flatMap(([part, of]) => methodsOf(of).map((name) => `${part}.${name}`));
    // Streams have their own table; the last two are private.
    const others = ['odds.stream', 'scores.stream', 'odds.proof', 'scores.prove'];
    expect([...Object.keys(REQUESTS), ...others].sort()).toEqual(all.sort());
  });

  test('a purchase needs a buyer and a number of tokens', async () => {
    const [missing, wrongKind] = [7167, 7168];
    const cases: [unknown, unknown, number][] = [
      [undefined, 1, missing],
      [1, 1, wrongKind],
      ['buyer', undefined, missing],
      ['buyer', '1', wrongKind],
      ['buyer', Number.NaN, wrongKind],
    ];
    for (const [buyer, amount, number] of cases)
      await expect(account.quote(buyer as never, amount as never)).rejects.toMatchObject({ number });
  });
});

describe('functions of @linesman/sdk/client, called from JavaScript', () => {
  everyFunctionIsListed(client, TABLE, [
    // They only parse their input; nothing in it is trusted before it is verified.
    'EventStreamParser',
    'activationMessage',
    // It compares what it is given; nothing in it is trusted.
    'compareRoots',
    'dataOf',
    'eventsOfText',
    'readFixtureRecord',
    'readOddsRecord',
    'readScoresRecord',
    // An unknown sport is null, and the guards refuse null.
    'sportOfFixture',
  ]);
  optionsAreChecked(TABLE);
  optionsAreChecked(STREAMS);
});
