import { expect, it } from 'vitest';
import { fixtureUpdates } from './fixtureUpdates.js';

type Input = Parameters<typeof fixtureUpdates.handle>[0];

it('lists the records of the asked hour in the leagues that the token may see, in the asked form', async () => {
  const asked: unknown[] = [];
  const entries = [3, 7, 3].map((leagueId, FixtureId) => ({ leagueId, record: { FixtureId } }));
  const answer = await fixtureUpdates.handle({
    values: { epochDay: 20_000, hourOfDay: 13 },
    access: { seesLeague: (league: number) => league === 3 },
    wire: 'listed',
    ports: {
      records: {
        async *fixtureUpdates(...hour: unknown[]) {
          asked.push(...hour);
          yield entries;
        },
      },
      encoders: { fixture: (record: object, wire: string) => ({ ...record, wire }) },
    },
  } as unknown as Input);
  if (answer.kind !== 'list') throw new Error(`a ${answer.kind}`);
  let text = '';
  for await (const piece of answer.list.pieces) text += piece;
  expect(asked).toEqual([20_000, 13]);
  expect(JSON.parse(text)).toEqual([0, 2].map((FixtureId) => ({ FixtureId, wire: 'listed' })));
});
