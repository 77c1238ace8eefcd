import { describe, expect, test } from 'vitest';
import * as client from '../../ts/sdk/client/index.js';
import { PURCHASE_REFUSED } from '../../ts/sdk/error/codes/customers.js';
import type { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { isError } from '../../ts/sdk/error/linesmanError.js';
import {
  type Deciding,
  everyFunctionIsListed,
  NO_COUNTS,
  NO_DURATIONS,
  NO_INTEGERS,
  NO_WORDS,
  optionsAreChecked,
} from '../helpers/optionTable.js';

/** What JavaScript can pass to the client: a limit that is misspelt or not a number would have no effect. */

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
  optional: 'apiToken requiresApiToken jwt wire attempts timeout signal timers fetch onAnswer',
  wrong: {
    baseUrl: [new URL('http://127.0.0.1')],
    wire: [...NO_WORDS, 'observd'],
    attempts: NO_COUNTS,
    timeout: NO_DURATIONS,
  },
};

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
    optional: 'fixtureId lastEventId signal silence reconnects maxGapSlots onNotice',
    // Another controller would do, too.
    only: { signal: [null, {}, 'x'] },
    wrong: { fixtureId: NO_INTEGERS, silence: NO_DURATIONS, reconnects: NO_INTEGERS, maxGapSlots: NO_INTEGERS },
  },
};

/** The same for a request, whose options are checked before the connection fails. Each takes a signal. */
const request = (
  ask: (given: never) => Promise<unknown>,
  full: Deciding['full'] = {},
  { optional = '', ...rules }: Pick<Deciding, 'optional' | 'wrong'> = {},
): Deciding => ({
  call: (given: never) =>
    ask(given).catch((error: LinesmanError) => {
      if (error.number !== 7026) throw error;
    }),
  full: { signal, ...full },
  optional: `signal ${optional}`,
  ...rules,
});
// Only the service knows which numbers exist.
const slot = [{ fixtureId: 1 }, { optional: 'fixtureId' }] as const;
const asOf = [{ asOf: 1 }, { optional: 'asOf' }] as const;
const stats = [{ fixtureId: 1, seq: 2, keys: [1, 2] }, { wrong: { keys: [['1'], [Number.NaN]] } }] as const;
const message = { messageId: 'a', ts: 1 };
const read = () => 1;

/** By endpoint: the arguments of a request that are not in its path. */
const REQUESTS: Readonly<Record<string, Deciding>> = {
  'account.activate': request(
    (given) => account.activate(given),
    { txSig: 'tx', leagues: [1], sign: () => new Uint8Array(64), bindService: true, patience: 1 },
    { optional: 'leagues bindService patience', wrong: { patience: NO_INTEGERS, leagues: [['1']] } },
  ),
  'account.activationHost': request(
    (given) => account.activationHost(given),
    { bindService: true },
    { optional: 'bindService' },
  ),
  'account.sessionToken': request((given) => account.sessionToken(given)),
  'account.subscription': request((given) => account.subscription(given)),
  'account.endToken': request((given) => account.endToken(given)),
  'account.oracleKeys': request((given) => account.oracleKeys(given)),
  'account.quote': request((given) => account.quote('buyer', 1, given)),
  'fixtures.snapshot': request(
    (given) => fixtures.snapshot(given),
    { startEpochDay: 1, competitionId: 1 },
    { optional: 'startEpochDay competitionId' },
  ),
  'fixtures.matches': request(
    (given) => fixtures.matches(given),
    { states: ['live'], sport: 'soccer', epochDay: 1, order: 'latest', limit: 1, after: '1' },
    {
      optional: 'states sport epochDay order limit after',
      wrong: {
        states: ['live', ['lively'], ['live', 'lively'], []],
        sport: [...NO_WORDS, 'soccr'],
        order: [...NO_WORDS, 'newest'],
        limit: [...NO_COUNTS, 201],
      },
    },
  ),
  'fixtures.updates': request((given) => fixtures.updates(1, 1, given)),
  'fixtures.updatePages': request((given) => fixtures.updatePages(1, 1, given).next()),
  'fixtures.prove': request((given) => fixtures.prove(1, given)),
  'fixtures.proveBatch': request((given) => fixtures.proveBatch(1, 1, given)),
  'odds.snapshot': request((given) => odds.snapshot(1, given), ...asOf),
  'odds.updates': request((given) => odds.updates(1, given)),
  'odds.ofSlot': request((given) => odds.ofSlot(1, given), ...slot),
  'odds.pagesOfSlot': request((given) => odds.pagesOfSlot(1, given).next(), ...slot),
  'odds.prove': request((given) => odds.prove(given), message),
  'odds.proveV4': request((given) => odds.proveV4(given), message),
  'scores.snapshot': request((given) => scores.snapshot(1, given), { read, asOf: 1 }, { optional: 'read asOf' }),
  'scores.ofSlot': request((given) => scores.ofSlot(1, given), ...slot),
  'scores.pagesOfSlot': request((given) => scores.pagesOfSlot(1, given).next(), ...slot),
  'scores.updates': request((given) => scores.updates(1, given)),
  'scores.history': request((given) => scores.history(1, given), { read }, { optional: 'read' }),
  'scores.proveV1': request((given) => scores.proveV1(given), ...stats),
  'scores.proveV2': request((given) => scores.proveV2(given), ...stats),
  'scores.proveV3': request((given) => scores.proveV3(given), ...stats),
  'scores.proveV4': request((given) => scores.proveV4(given), ...stats),
  'scores.answer': request((given) => scores.answer(3, given), ...stats),
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
  // What they parse or compare is not trusted before it is verified. An unknown sport is null, which the guards refuse.
  const others = `
    EventStreamParser activationMessage compareRoots dataOf eventsOfText readFixtureRecord readOddsRecord
    readScoresRecord sportOfFixture
    factsOfMatch fixtureFacts shownMatches stageOf`;
  everyFunctionIsListed(client, TABLE, others);
  optionsAreChecked(TABLE);
  optionsAreChecked(STREAMS);
});
