import { struct } from '../../borsh/codec.js';
import { nDimensionalStrategy, statValidationInput } from '../../wire/hashedTypes.js';
import { defineInstruction } from '../define.js';

/** Whether a strategy holds for 1 to 5 proven stats, each with its own path. Returns one byte, 1 or 0. */
export const validateStatV2 = defineInstruction({
  program: 'oracle',
  name: 'validate_stat_v2',
  args: struct({ payload: statValidationInput, strategy: nDimensionalStrategy }),
  accounts: [['dailyScoresMerkleRoots', '']],
});
