import { expect, test } from 'vitest';
import { storeResults } from './storeResults.js';

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;

test('results beyond pages of matches whose last record is not on chain yet are found', async () => {
  const finished = Array.from({ length: 120 }, (_, i) => ({
    fixtureId: i,
    state: 'finished',
    startTime: NOW - HOUR + i,
    latestTs: NOW + i,
    final: { seq: 1, ts: NOW + i },
  }));
  const questions: (number | undefined)[] = [];
  const results = storeResults({
    matches: {
      page: async ({ after, limit }) => {
        questions.push(after?.fixtureId);
        const from = after === undefined ? 0 : after.fixtureId + 1;
        return finished.slice(from, from + limit) as never;
      },
    },
    // Only the last match is in a slot that is published.
    slots: { isPublished: async ({ slotStart }) => slotStart > NOW },
    batches: { between: async () => [{ publishedAt: NOW }] as never },
  });
  const published = NOW + HOUR;
  finished.push({ ...finished[0], fixtureId: 120, latestTs: published, final: { seq: 1, ts: published } } as never);
  const question = { stage: 'over', order: 'earliest', limit: 1 } as const;
  const [found, ...more] = await results.page(question, NOW);
  expect([found?.fixtureId, found?.proof?.seq, more]).toEqual([120, 1, []]);
  expect(questions).toEqual([undefined, 49, 99]);
  // A page that is not full is the last one.
  finished.pop();
  expect(await results.page(question, NOW)).toEqual([]);
  expect(questions).toHaveLength(6);
});
