import { describe } from 'vitest';
import * as client from '../../ts/client/index.js';
import type { LinesmanError } from '../../ts/error/index.js';
import { type Deciding, everyFunctionIsListed, optionsAreChecked } from '../helpers/optionTable.js';

/** What JavaScript can pass to the client: limits that are misspelt, or that are no numbers, would be no limits. */

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

/** Nobody answers it, and it waits for nothing. */
const { scores } = client.createClient({
  baseUrl: 'http://127.0.0.1:1',
  requiresApiToken: false,
  attempts: 1,
  fetch: () => Promise.reject(new Error('nobody answers')),
  timers: { ...client.systemTimers, sleep: async () => {} },
});

/** Its options pass, or the error is theirs: that there is no connection comes afterwards. */
const streamed = async (options: never) => {
  const connected = scores.stream(options).next();
  await connected.catch((error: LinesmanError) => {
    if (error.number !== 7026) throw error;
  });
};

const TABLE: Readonly<Record<string, Deciding>> = {
  createClient: { call: (options: never) => client.createClient(options), ...OPTIONS },
  ServiceSession: { call: (options: never) => new client.ServiceSession(options), ...OPTIONS },
};

const STREAMS: Readonly<Record<string, Deciding>> = {
  stream: {
    call: streamed,
    full: {
      fixtureId: 1,
      lastEventId: '1800000000000:1',
      signal: AbortSignal.abort(),
      silence: 45_000,
      reconnects: 0,
      maxGapSlots: 288,
      onNotice: () => {},
    },
    wrong: {
      fixtureId: wrong(null, '1', 0.5),
      lastEventId: wrong(null, 1, {}),
      signal: wrong(null, {}, 'x'),
      silence: wrong(null, 0, '5', Number.NaN, Number.POSITIVE_INFINITY),
      reconnects: wrong(null, -1, '1', Number.NaN),
      maxGapSlots: wrong(null, -1, '1', Number.NaN),
      onNotice: wrong(...NO_FUNCTIONS),
    },
  },
};

describe('functions of linesman/client, called from JavaScript', () => {
  everyFunctionIsListed(client, TABLE, [
    // They read what they are given, and nothing of it is trusted before it is verified.
    'EventStreamParser',
    'activationMessage',
    'dataOf',
    'eventsOfText',
    'readFixtureRecord',
    'readOddsRecord',
    'readScoresRecord',
    // What it does not learn is null, which the guards refuse.
    'sportOfFixture',
  ]);
  optionsAreChecked(TABLE);
  optionsAreChecked(STREAMS);
});
