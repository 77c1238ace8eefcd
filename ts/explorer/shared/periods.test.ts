import { expect, test } from 'vitest';
import { periodName } from '../../sdk/format/period.js';
import { SPORTS } from '../../sdk/format/sports/sports.js';
import { actionWords, periodWords } from './periods.js';

test.each(SPORTS)('every period of %s has words of its own', (sport) => {
  const known = Array.from({ length: 101 }, (_, period) => period).filter((period) => periodName(sport, period));
  expect(known.length).toBeGreaterThan(18);
  const words = known.map((period) => periodWords(sport, period));
  expect(new Set(words).size).toBe(words.length);
  for (const [i, period] of known.entries()) {
    const name = periodName(sport, period);
    if (name !== 'finalised') expect([name, words[i]]).not.toEqual([name, name]);
  }
});

test('overtimes are counted, and what no sport has is named by its number', () => {
  expect([2011, 3012].map((period) => periodWords('us-football', period))).toEqual([
    'overtime 2',
    'break of overtime 3',
  ]);
  expect(periodWords('soccer', 77)).toBe('period 77');
});

test('what an update reports is in words', () => {
  expect(['game_finalised', 'free_kick', 'goal'].map(actionWords)).toEqual([
    'full time, confirmed',
    'free kick',
    'goal',
  ]);
});
