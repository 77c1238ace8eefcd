import { struct } from '../../borsh/codec.js';
import { nDimensionalStrategy, statValidationInputV4 } from '../../wire/hashedTypes.js';
import { defineInstruction } from '../define.js';

/** Whether a strategy holds for 1 to 5 stats, proven by one multiproof. Returns one byte, 1 or 0. */
export const validateStatV3 = defineInstruction({
  program: 'oracle',
  name: 'validate_stat_v3',
  args: struct({ payload: statValidationInputV4, strategy: nDimensionalStrategy }),
  accounts: [['dailyScoresMerkleRoots', '']],
});
