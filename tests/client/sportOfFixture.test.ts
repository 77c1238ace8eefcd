import { expect, test } from 'vitest';
import { createClient, readFixtureRecord, sportOfFixture } from '../../ts/linesman/client/index.js';
import type { Sport } from '../../ts/linesman/format/index.js';
import { encodeFixture, encodeScores } from '../../ts/service/record/index.js';
import { matchRecords } from '../../ts/service/season/index.js';

const FIXTURE = 17_000_001;
const match = matchRecords({ seed: 'sport', sport: 'soccer', fixtureId: FIXTURE, startTime: 1_800_000_000_000 });
const [announced] = match.fixtures;
if (!announced) throw new Error('no fixture');

/** As a service lists it; most tell the sport in score records only. */
const fixtureWith = (more: object = {}) => readFixtureRecord({ ...encodeFixture(announced), ...more });

/** A client of a service whose score records say this, and what it was asked. */
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
])('%j in the record of the fixture is %j, and nobody is asked again', async (SportId, sport) => {
  const { client, asked } = serviceThatSays([6]);
  expect(await sportOfFixture(client, fixtureWith({ SportId }))).toBe(sport);
  expect(asked).toEqual([]);
});

test.each<[string, unknown[], Sport | null]>([
  ['all of one sport', [2, 2, 2], 'basketball'],
  ['some that do not say', [undefined, 6, null, 6], 'us-football'],
  ['of two sports', [1, 1, 2], null],
  ['of a sport that has no proofs', [4], null],
  ['of which none says', [null, undefined], null],
  ['before there are any', [], null],
])('by score records: %s', async (_, said, sport) => {
  for (const name of ['SportId', 'sportId']) {
    const { client, asked } = serviceThatSays(said, name);
    for (const fixture of [fixtureWith(), fixtureWith({ SportId: null })])
      expect(await sportOfFixture(client, fixture)).toBe(sport);
    expect(asked).toEqual([1, 2].map(() => `/api/scores/snapshot/${FIXTURE}`));
  }
});

test('what is no number is an error, as is no answer', async () => {
  await expect(sportOfFixture(serviceThatSays(['soccer']).client, fixtureWith())).rejects.toMatchObject({
    number: 7003,
    context: { what: '$[0].SportId' },
  });
  const signal = AbortSignal.abort();
  await expect(sportOfFixture(serviceThatSays([1]).client, fixtureWith(), { signal })).rejects.toMatchObject({
    number: 7090,
  });
});
