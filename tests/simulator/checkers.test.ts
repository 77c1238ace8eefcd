import { expect, test } from 'vitest';
import { PLANTED_BUGS } from './plantedBugs.js';
import { simulate } from './simulation.js';

/** Records of each match with which a checker notices a bug. */
const FEW = 45;

test.each(Object.entries(PLANTED_BUGS))(
  'the checkers notice that %s',
  { timeout: 600_000 },
  async (_, { bug, says, seed = '1' }) => {
    const { violations } = await simulate({ seed, bug: bug(), steps: FEW });
    expect(violations.join('\n')).toMatch(says);
  },
);
