import { struct } from '../../borsh/codec.js';
import { nDimensionalStrategy, statValidationInput } from '../../wire/hashedTypes.js';
import { defineInstruction } from '../define.js';

/** Tests a strategy on 1 to 5 stats, each proven by its own path. Returns one byte: 1 true, 0 false. */
export const validateStatV2 = defineInstruction({
  program: 'oracle',
  name: 'validate_stat_v2',
  args: struct({ payload: statValidationInput, strategy: nDimensionalStrategy }),
  accounts: [['dailyScoresMerkleRoots', '']],
});
