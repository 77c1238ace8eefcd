import { describe, expect, test } from 'vitest';
import { simulate } from './simulation.js';

/** ms; a run takes some seconds of the processor. */
const LIMIT = { timeout: 600_000 };

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
