import { struct } from '../../borsh/codec.js';
import { oddsValidationInput } from '../../wire/hashedTypes.js';
import { defineInstruction } from '../define.js';

/**
 * As `validate_odds`, over a payload that the oracle signed: the Ed25519 instruction goes right before it. Spends one
 * credit of the user.
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
