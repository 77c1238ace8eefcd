import { describe, expect, test } from 'vitest';
import { PLANTED_BUGS } from './plantedBugs.js';
import { simulate } from './simulation.js';

/** ms; a run takes some seconds of the processor. */
const LIMIT = { timeout: 600_000 };

/** Records of each match with which a checker notices a bug. */
const FEW = 45;

/** Seeds of runs that have found something, and a few others. A run that fails is repeated by its seed. */
const SEEDS = ['1', '11', '12', 'n1126-12', 'c1126-2'];

describe('the service, in virtual time and under faults', LIMIT, () => {
  test.each(SEEDS)('loses nothing and pays what is due (seed %s)', async (seed) => {
    const { violations, counts } = await simulate({ seed });
    expect(violations).toEqual([]);
    expect(counts.transactions).toBeGreaterThan(10);
  });

  test('does the same again with the same seed', async () => {
    const [first, second] = [await simulate({ seed: '2', steps: 20 }), await simulate({ seed: '2', steps: 20 })];
    expect(second).toEqual(first);
  });
});

describe('the checkers notice that', LIMIT, () => {
  test.each(Object.entries(PLANTED_BUGS))('%s', async (_, { bug, says, seed = '1' }) => {
    const { violations } = await simulate({ seed, bug: bug(), steps: FEW });
    expect(violations.join('\n')).toMatch(says);
  });
});
