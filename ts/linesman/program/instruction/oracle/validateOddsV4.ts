import { struct } from '../../borsh/codec.js';
import { oddsValidationInput } from '../../wire/hashedTypes.js';
import { defineInstruction } from '../define.js';

/**
 * Like `validate_odds`, for a payload that the oracle signed. The Ed25519 instruction goes directly before it. Costs
 * the user one credit.
 */
export const validateOddsV4 = defineInstruction({
  program: 'oracle',
  name: 'validate_odds_v4',
  args: struct({ payload: oddsValidationInput }),
  accounts: [
    ['user', 'ws'],
    ['userValidationState', 'w'],
    ['instructionsSysvar', ''],
    ['dailyOddsMerkleRoots', ''],
    ['config', ''],
  ],
});
