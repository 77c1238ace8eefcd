import { describe, expect, it } from 'vitest';
import { ATTESTER_CHECKS } from './attesterModel.js';
import { runRounds } from './model/rounds.js';

/**
 * The model and the program differ as soon as one check of attesters alone refuses an action: so the random actions
 * would also notice a program that had lost the check.
 */
describe('the random actions of the model', () => {
  it.each(ATTESTER_CHECKS)('notice a missing check: %s', { timeout: 600_000 }, async (without) => {
    await expect(runRounds({ seed: 20_261_127, actions: 40_000, without })).rejects.toThrow(
      /the chain says|on the chain/,
    );
  });
});
