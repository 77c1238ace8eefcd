import { base58, base64, hex } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { encodeFixture } from '../../ts/records/record/fixture.js';
import { encodeOdds } from '../../ts/records/record/odds.js';
import { encodeScores, type ScoresRecord as Held } from '../../ts/records/record/scores/scoresRecord.js';
import { createClient } from '../../ts/sdk/client/client.js';
import { readFixtureRecord } from '../../ts/sdk/client/fixtureRecord.js';
import { readOddsRecord } from '../../ts/sdk/client/oddsRecord.js';
import { proofOfKind } from '../../ts/sdk/client/proofAnswer.js';
import { readScoresRecord, type ScoresRecord } from '../../ts/sdk/client/scoresRecord.js';
import { SPORTS } from '../../ts/sdk/format/sports/sports.js';
import { parseProof } from '../../ts/sdk/proof/parse.js';
import { matchRecords } from '../../ts/season/matchRecords.js';
import { hasRecordings, recorded, recordedNames } from '../helpers/recordings.js';
import { outcome } from '../helpers/thrown.js';

/** The types of the client match what the service writes. */
type Untagged<T> = T extends unknown ? Omit<T, 'SportId'> : never;
const asClient = (record: Held): ScoresRecord => {
  const untagged: Untagged<ScoresRecord> = record;
  return untagged as ScoresRecord;
};
const made = (sport: (typeof SPORTS)[number]) =>
  matchRecords({ seed: 'client', sport, fixtureId: 12_000_001, startTime: 1_800_000_000_000 });
const [first] = made('soccer').scores;

describe.each(SPORTS)('score records of %s', (sport) => {
  const { scores } = made(sport);

  test.each(['snapshot', 'observed'] as const)('are the same in the %s form', (form) => {
    for (const record of scores) expect(readScoresRecord(encodeScores(record, form))).toEqual(asClient(record));
  });

  test('have the fields of history, under the same names', () => {
    for (const record of scores) {
      const read = readScoresRecord(encodeScores(record, 'historical'));
      const { StatusId, Score, Stats, Clock, Type } = asClient(record);
      expect(read).toMatchObject({
        Stats,
        ...(StatusId && { StatusId }),
        ...(Score && { Score }),
        ...(Clock && { Clock }),
        ...(Type && { Type }),
      });
      expect(Object.keys(read).filter((name) => !Object.hasOwn(record, name))).toEqual([]);
    }
  });
});

test('times that no date can show are refused, wherever a service writes one', async () => {
  const LAST = 8_640_000_000_000_000;
  const [score] = made('soccer').scores;
  const [fixture] = made('soccer').fixtures;
  const [price] = made('soccer').odds;
  const readers: [(more: object) => unknown, string][] = [
    ...['Ts', 'StartTime'].flatMap((name): [(more: object) => unknown, string][] => [
      [(more) => readScoresRecord({ ...score, ...more }), name],
      [(more) => readFixtureRecord({ ...encodeFixture(fixture as never), ...more }), name],
    ]),
    [(more) => readOddsRecord({ ...encodeOdds(price as never), ...more }), 'Ts'],
  ];
  for (const [read, name] of readers) {
    expect(() => read({ [name]: LAST })).not.toThrow();
    for (const time of [LAST + 1, -LAST - 1]) expect(outcome(() => read({ [name]: time }))).toBe(7003);
  }

  const slot = { kind: 'scores', index: 0, state: 'published', root: null, fixtures: 1, updates: 1 };
  const times = { from: 0, until: 300_000, publishedAt: null };
  const answers: Readonly<Record<string, (time: number) => object>> = {
    '/api/roots/1': (now) => ({ epochDay: 1, now, slots: [] }),
    '/api/roots/2': (from) => ({ epochDay: 2, now: 0, slots: [{ ...slot, ...times, from }] }),
    '/api/roots/3': (publishedAt) => ({ epochDay: 3, now: 0, slots: [{ ...slot, ...times, publishedAt }] }),
    '/api/latency': (now) => ({ now, days: 30, kinds: [{ kind: 'scores', roots: 0, median: null, p99: null }] }),
    '/api/matches': (now) => ({ now, matches: [], next: null }),
    '/api/world': (now) => ({ now, speed: 1, speeds: { minimum: 1, maximum: 1 }, source: 'none' }),
  };
  let time = LAST;
  const client = createClient({
    baseUrl: 'http://127.0.0.1:1',
    apiToken: 'a',
    jwt: 'b',
    fetch: async (url) => new Response(JSON.stringify(answers[new URL(`${url}`).pathname]?.(time))),
  });
  const questions = [
    ...[1, 2, 3].map((day) => () => client.roots.ofDay(day)),
    () => client.roots.latency(),
    () => client.fixtures.matches(),
    () => client.world.show(),
  ];
  for (const ask of questions) {
    time = LAST;
    await ask();
    time = LAST + 1;
    await expect(ask()).rejects.toMatchObject({ number: 7003 });
  }
});

test('everything that the service may say of a slot, a match and a world is read', async () => {
  const slot = { kind: 'scores', index: 0, root: null, fixtures: 1, updates: 1, publishedAt: null };
  const times = { from: 0, until: 300_000 };
  const nothing = { movedFrom: null, score: null, shootOut: null, statusId: null, clock: null, latestTs: null };
  const facts = { startTime: 5, competitionId: 3, competition: 'c', participant1: 'a', participant2: 'b', updates: 0 };
  const stated = { statKeys: null, sumsDiffer: false };
  const match = { fixtureId: 1, sport: 'soccer', ...facts, ...nothing, ...stated, nextSlot: null };
  const rootsStates = ['running', 'pending', 'late', 'published', 'missing', 'alarm'];
  const states = ['scheduled', 'live', 'finished', 'abandoned', 'cancelled', 'postponed', 'uncovered'];
  const some = [{ statKeys: 'all' }, { statKeys: [1, 2], sumsDiffer: true }, {}];
  const matches = { now: 0, matches: states.map((state, i) => ({ ...match, state, ...some[i] })), next: null };
  const world = { now: 1, speed: 2, speeds: { minimum: 1, maximum: 3 }, source: 'generator' } as const;
  const answers: Record<string, object> = {
    '/api/roots/1': { epochDay: 1, now: 0, slots: rootsStates.map((state) => ({ ...slot, ...times, state })) },
    '/api/matches': matches,
    '/api/world': world,
  };
  const client = createClient({
    baseUrl: 'http://127.0.0.1:1',
    apiToken: 'a',
    jwt: 'b',
    fetch: async (url) => new Response(JSON.stringify(answers[new URL(`${url}`).pathname])),
  });
  expect((await client.roots.ofDay(1)).slots.map(({ state }) => state)).toEqual(rootsStates);
  expect(await client.fixtures.matches()).toEqual(matches);
  expect(await client.world.show()).toEqual(world);
  // Earlier services say neither from when a match was moved, nor what its source states.
  const { movedFrom: _, statKeys: _keys, sumsDiffer: _sums, ...older } = match;
  answers['/api/matches'] = { ...matches, matches: [{ ...older, state: 'live' }] };
  expect((await client.fixtures.matches()).matches).toEqual([{ ...match, state: 'live' }]);
});

test('status is read as a number, short name or enumeration; enumerations are text', () => {
  const us = made('us-football').scores[0];
  const status = (record: object | undefined, StatusId: unknown) => readScoresRecord({ ...record, StatusId }).StatusId;
  for (const H1 of [2, 'H1', { H1: {} }]) expect(status(first, H1)).toBe(2);
  expect(status(us, 'OT3')).toBe(3011);
  expect(Object.hasOwn(readScoresRecord({ ...first, StatusId: null }), 'StatusId')).toBe(false);
  for (const bad of ['Q9', {}, { H1: {}, H2: {} }, 1.5])
    expect([7000, 7003]).toContain(outcome(() => status(first, bad)));
  const Down = { number: 1, possession: { Parti1: {} }, side: 'Offensive' };
  expect(readScoresRecord({ ...us, Type: { UsFootball: {} }, Down })).toMatchObject({
    Type: 'UsFootball',
    Down: { possession: 'Parti1', side: 'Offensive' },
  });
  // A block that contains only an empty block is kept.
  const Score = { Participant1: { Total: {} }, Participant2: {} };
  expect(readScoresRecord({ ...first, Score }).Score).toEqual(Score);
});

test('an invalid record is refused with its path', () => {
  const bad = (change: object) => outcome(() => readScoresRecord({ ...first, ...change }, '$[3]'));
  expect(bad({ Seq: '1' })).toBe(7003);
  expect(bad({ Seq: undefined })).toBe(7003);
  expect(bad({ seq: 1 })).toBe(7004);
  expect(bad({ clock: {}, Clock: {} })).toBe(7004);
  expect(bad({ SportId: 3 })).toBe(7007);
  expect(bad({ IsTeam: 1 })).toBe(7000);
  expect(bad({ Action: null })).toBe(7000);
  expect(bad({ Stats: { '1': '2' } })).toBe(7003);
  expect(bad({ Stats: { goals: 2 } })).toBe(7000);
  expect(bad({ New: 'field' })).toBe(true);
  for (const nothing of [null, [], 'x', {}]) expect(outcome(() => readScoresRecord(nothing))).toBe(7000);
});

test('odds with and without optional fields, and fixtures', () => {
  const few = {
    FixtureId: 1,
    MessageId: 'm',
    Ts: 2,
    Bookmaker: 'b',
    BookmakerId: 3,
    SuperOddsType: 't',
    InRunning: true,
  };
  const rest = { GameState: null, MarketParameters: null, MarketPeriod: null, PriceNames: [], Prices: [], Pct: [] };
  expect(readOddsRecord(few)).toEqual({ ...few, ...rest });
  expect(readOddsRecord({ ...few, PriceNames: ['a'], Prices: [1500], Pct: ['66.667'] }).Pct).toEqual(['66.667']);
  expect(outcome(() => readOddsRecord({ ...few, Prices: ['1'] }))).toBe(7003);
  expect(outcome(() => readOddsRecord({ ...few, MessageId: 1 }))).toBe(7000);
  const [fixture] = made('soccer').fixtures;
  if (!fixture) throw new Error('no fixture');
  expect(readFixtureRecord(encodeFixture(fixture))).toEqual(encodeFixture(fixture));
  expect(readFixtureRecord({ ...encodeFixture(fixture), SportId: null })).toEqual(encodeFixture(fixture));
  for (const SportId of [1, 2, 6, 4])
    expect(readFixtureRecord({ ...encodeFixture(fixture), SportId })).toEqual({ ...encodeFixture(fixture), SportId });
  expect(outcome(() => readFixtureRecord({ ...encodeFixture(fixture), SportId: 'soccer' }))).toBe(7003);
});

/** The same answer with names in the other case and hashes in another encoding. */
function rewritten(value: unknown, name: (given: string) => string, hash: (bytes: Uint8Array) => unknown): unknown {
  if (Array.isArray(value)) {
    const isHash = value.length === 32 && value.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256);
    return isHash ? hash(Uint8Array.from(value)) : value.map((item) => rewritten(item, name, hash));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [name(key), rewritten(item, name, hash)]));
}
const NAMES = [
  (name: string) => name.charAt(0).toUpperCase() + name.slice(1),
  (name: string) => name.charAt(0).toLowerCase() + name.slice(1),
];
const HASHES = [(bytes: Uint8Array) => [...bytes], base64.encode, hex.encode, base58.encode];

test.skipIf(!hasRecordings)('recorded answers read the same in both cases and every encoding', () => {
  for (const file of recordedNames('proofs')) {
    const { response } = recorded('proofs', file);
    const proof = parseProof(response);
    for (const name of NAMES)
      for (const hash of HASHES) {
        const other = rewritten(response, name, hash) as Record<string, unknown>;
        expect(proofOfKind(other, proof.kind, 'version' in proof ? proof.version : undefined)).toEqual(proof);
      }
  }
});

test.skipIf(!hasRecordings)('recorded answers are read', () => {
  const files = recordedNames('proofs');
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    const { response } = recorded('proofs', file);
    const { kind, ...proof } = parseProof(response);
    expect(proofOfKind(response, kind, 'version' in proof ? proof.version : undefined).kind).toBe(kind);
    if (response.odds) expect(readOddsRecord(response.odds)).toMatchObject(response.odds);
    if (response.snapshot) expect(readFixtureRecord(response.snapshot)).toMatchObject(response.snapshot);
  }
});
