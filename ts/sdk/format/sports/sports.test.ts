import { expect, test } from 'vitest';
import { LEAST_MINUTES, SHOWN_SPORTS, SPORTS } from './sports.js';

test('a signature ends no match earlier or later than its final record', () => {
  for (const sport of SPORTS) {
    const { finalised, 'signed-final': signed, 'half-time': half, 'regular-time': regular } = LEAST_MINUTES[sport];
    expect(signed).toBe(finalised);
    expect([half < regular, regular <= finalised]).toEqual([true, true]);
  }
});

test('every sport says what is counted and how its clock runs', () => {
  const said = SPORTS.map((sport) => [sport, SHOWN_SPORTS[sport].counted, SHOWN_SPORTS[sport].clock]);
  expect(said).toEqual([
    ['soccer', 'goals', 'up'],
    ['basketball', 'points', 'down'],
    ['us-football', 'points', 'down'],
  ]);
});
