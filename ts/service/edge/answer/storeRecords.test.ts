import { slotTimeOf } from '@linesman/sdk/format';
import { expect, test } from 'vitest';
import { itemsOf } from '../../../../tests/helpers/pagesOf.js';
import { storeRecords } from './storeRecords.js';

test('no record is looked for under an id that the database cannot hold', async () => {
  const asked: unknown[] = [];
  const noting = async (...question: unknown[]) => {
    asked.push(question.find((one) => typeof one === 'number') ?? 'all');
    return [];
  };
  async function* notingPages(kind: string, range: unknown, { fixtureId = range }: { fixtureId?: unknown } = {}) {
    yield await noting(kind, fixtureId);
  }
  const [latestOfEach, around, pagesInRange, pagesOfFixture] = [noting, noting, notingPages, notingPages];
  const records = storeRecords({ records: { latestOfEach, around, pagesInRange, pagesOfFixture } as never });
  const slot = slotTimeOf(1_800_000_000_000 as never);
  const ask = async (id: number) => [
    ...(await itemsOf(records.oddsOfSlot(slot, id))),
    ...(await itemsOf(records.oddsSince(id, 0))),
    ...(await records.latestOdds(id, 0, 9)),
    ...(await records.oddsAround(id, 1_800_000_000_000, 9)),
    ...(await itemsOf(records.scoresOfSlot(slot, id))),
    ...(await itemsOf(records.scoresSince(id, 0))),
    ...(await records.latestScores(id, 9)),
    ...(await itemsOf(records.scoresOf(id))),
  ];
  expect(await ask(2 ** 53)).toEqual([]);
  expect(asked).toEqual([]);
  await ask(2 ** 53 - 1);
  expect(asked).toEqual(Array(8).fill(2 ** 53 - 1));
  // Without an id, a slot is that of all fixtures.
  asked.length = 0;
  await itemsOf(records.oddsOfSlot(slot));
  await itemsOf(records.scoresOfSlot(slot));
  expect(asked).toEqual(['all', 'all']);
});
