import { struct } from '../../borsh/codec.js';
import { nDimensionalStrategy, statValidationInputV4 } from '../../wire/hashedTypes.js';
import { defineInstruction } from '../define.js';

/**
 * Like `validate_stat_v3`, for a payload that the oracle signed. The Ed25519 instruction goes directly before it. Costs
 * the user one credit. Returns one byte: 1 true, 0 false.
 */
export const validateStatV4 = defineInstruction({
  program: 'oracle',
  name: 'validate_stat_v4',
  args: struct({ payload: statValidationInputV4, strategy: nDimensionalStrategy }),
  accounts: [
    ['user', 'ws'],
    ['userValidationState', 'w'],
    ['instructionsSysvar', ''],
    ['dailyScoresMerkleRoots', ''],
    ['config', ''],
  ],
});
