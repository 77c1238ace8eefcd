import { expect, it } from 'vitest';
import { FINALISED } from '../../../sdk/format/period.js';
import { exampleLines } from './exampleMatch.js';

const NOW = Date.UTC(2027, 0, 15, 12, 34, 56);

it('the example match is over, and is the one that the help names', () => {
  const [fixture, ...records] = exampleLines(NOW).map((line) => JSON.parse(line));
  expect([fixture.FixtureId, fixture.CompetitionId]).toEqual([16_000_001, 901]);
  expect(records.length).toBeGreaterThan(100);
  expect(records.some(({ StatusId }) => StatusId === FINALISED)).toBe(true);
  expect(Math.max(...[fixture, ...records].map(({ Ts }) => Ts))).toBeLessThan(NOW);
});
