import { expect, test } from 'vitest';
import { subscriptionRows } from './subscriptionRows.js';

const DAY = 86_400_000;
const period = { samplingSeconds: 0, leagueBundle: 0, leagues: null, marketBundle: 0, markets: null };

test('a period that has ended is said to have', () => {
  const rows = subscriptionRows({
    wallet: 'w',
    now: 10 * DAY,
    leagueNames: [],
    periods: [
      { ...period, level: 1, from: 0, until: 10 * DAY },
      { ...period, level: 2, from: 0, until: 12 * DAY },
    ],
  });
  expect(rows).toEqual([
    ['level 1', 'until 1970-01-11 00:00 UTC (ended); real time; all leagues'],
    ['level 2', 'until 1970-01-13 00:00 UTC (2 days left); real time; all leagues'],
  ]);
});
