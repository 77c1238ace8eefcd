import { struct } from '../../borsh/codec.js';
import { nDimensionalStrategy, statValidationInputV4 } from '../../wire/hashedTypes.js';
import { defineInstruction } from '../define.js';

/** Tests a strategy on 1 to 5 stats, proven together by a multiproof. Returns one byte: 1 true, 0 false. */
export const validateStatV3 = defineInstruction({
  program: 'oracle',
  name: 'validate_stat_v3',
  args: struct({ payload: statValidationInputV4, strategy: nDimensionalStrategy }),
  accounts: [['dailyScoresMerkleRoots', '']],
});
