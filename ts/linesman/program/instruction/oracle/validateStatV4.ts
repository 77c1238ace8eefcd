import { struct } from '../../borsh/codec.js';
import { nDimensionalStrategy, statValidationInputV4 } from '../../wire/hashedTypes.js';
import { defineInstruction } from '../define.js';

/**
 * As v3, over a payload that the oracle signed: the Ed25519 instruction goes right before it. Spends one credit of the
 * user. Returns one byte, 1 or 0.
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
