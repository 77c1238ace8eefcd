import { expect, test } from 'vitest';
import type { PublicMatch } from '../../../sdk/client/match.js';
import { milliseconds } from '../../../sdk/format/slotTime.js';
import { bestOf } from './bestOf.js';

const HOUR = 3_600_000;
const NOW = 10 * HOUR;
const match = (fixtureId: number, ago: number, goals: number, sport: PublicMatch['sport'] = 'soccer'): PublicMatch => ({
  ...{
    fixtureId,
    sport,
    state: 'finished',
    startTime: milliseconds(0),
    movedFrom: null,
    competitionId: 1,
    competition: 'Cup',
  },
  ...{ participant1: 'a', participant2: 'b', shootOut: null, statusId: 100, clock: null, updates: 1, latestTs: 1 },
  ...{ statKeys: 'all' as const, sumsDiffer: false },
  score: { participant1: goals, participant2: 0 },
  proof: { seq: 1, slot: 0, publishedAt: NOW - ago },
});

test('the best result is the soccer match of the last hour with most goals', () => {
  const all = [
    match(1, HOUR / 2, 1),
    match(2, HOUR / 3, 4),
    match(3, 2 * HOUR, 9),
    match(4, HOUR / 4, 90, 'basketball'),
  ];
  expect(bestOf(all, NOW)?.fixtureId).toBe(2);
});

test('without one it is the latest that is proven, and nothing if none is', () => {
  expect(bestOf([match(1, 3 * HOUR, 1), match(2, 2 * HOUR, 0)], NOW)?.fixtureId).toBe(2);
  expect(bestOf([match(4, HOUR / 4, 90, 'basketball')], NOW)?.fixtureId).toBe(4);
  expect(bestOf([{ ...match(1, 0, 1), proof: null }], NOW)).toBeNull();
});
