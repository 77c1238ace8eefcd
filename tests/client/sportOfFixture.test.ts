import { expect, test } from 'vitest';
import { encodeFixture } from '../../ts/records/record/fixture.js';
import { encodeScores } from '../../ts/records/record/scores/scoresRecord.js';
import { createClient } from '../../ts/sdk/client/client.js';
import { readFixtureRecord } from '../../ts/sdk/client/fixtureRecord.js';
import { sportOfFixture } from '../../ts/sdk/client/sportOfFixture.js';
import type { Sport } from '../../ts/sdk/format/sports/sports.js';
import { matchRecords } from '../../ts/season/matchRecords.js';

const FIXTURE = 17_000_001;
const match = matchRecords({ seed: 'sport', sport: 'soccer', fixtureId: FIXTURE, startTime: 1_800_000_000_000 });
const [announced] = match.fixtures;
if (!announced) throw new Error('no fixture');

/** A listed fixture; most services give the sport only in score records. */
const fixtureWith = (more: object = {}) => readFixtureRecord({ ...encodeFixture(announced), ...more });

/** A client of a service with these sports in its score records, and the requests it received. */
function serviceThatSays(said: readonly unknown[], name = 'SportId') {
  const asked: string[] = [];
  const client = createClient({
    baseUrl: 'http://127.0.0.1:9',
    apiToken: 'token',
    jwt: 'session',
    fetch: async (url) => {
      asked.push(new URL(String(url)).pathname);
      const records = said.map((sportId, i) => {
        const { SportId: _, ...record } = encodeScores(match.scores[i] as (typeof match.scores)[number], 'snapshot');
        return sportId === undefined ? record : { ...record, [name]: sportId };
      });
      return new Response(JSON.stringify(records));
    },
  });
  return { client, asked };
}

test.each<[unknown, Sport | null]>([
  [1, 'soccer'],
  [2, 'basketball'],
  [6, 'us-football'],
  [0, null],
  [4, null],
  [-1, null],
])('%j in the fixture record means %j, with no further request', async (SportId, sport) => {
  const { client, asked } = serviceThatSays([6]);
  expect(await sportOfFixture(client, fixtureWith({ SportId }))).toBe(sport);
  expect(asked).toEqual([]);
});

test.each<[string, unknown[], Sport | null]>([
  ['all of one sport', [2, 2, 2], 'basketball'],
  ['some without a sport', [undefined, 6, null, 6], 'us-football'],
  ['two sports', [1, 1, 2], null],
  ['a sport without proofs', [4], null],
  ['none with a sport', [null, undefined], null],
  ['no records yet', [], null],
])('score records: %s', async (_, said, sport) => {
  for (const name of ['SportId', 'sportId']) {
    const { client, asked } = serviceThatSays(said, name);
    for (const fixture of [fixtureWith(), fixtureWith({ SportId: null })])
      expect(await sportOfFixture(client, fixture)).toBe(sport);
    expect(asked).toEqual([1, 2].map(() => `/api/scores/snapshot/${FIXTURE}`));
  }
});

test('an invalid id and a missing answer are errors', async () => {
  await expect(sportOfFixture(serviceThatSays(['soccer']).client, fixtureWith())).rejects.toMatchObject({
    number: 7003,
    context: { what: '$[0].SportId' },
  });
  const signal = AbortSignal.abort();
  await expect(sportOfFixture(serviceThatSays([1]).client, fixtureWith(), { signal })).rejects.toMatchObject({
    number: 7090,
  });
});
