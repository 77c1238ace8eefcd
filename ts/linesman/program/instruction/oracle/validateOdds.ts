import { i64, struct } from '../../borsh/codec.js';
import { odds, oddsBatchSummary, path } from '../../wire/hashedTypes.js';
import { defineInstruction } from '../define.js';

/** Verifies that the oracle published this odds record. Returns the byte 1, or fails. */
export const validateOdds = defineInstruction({
  program: 'oracle',
  name: 'validate_odds',
  args: struct({
    ts: i64,
    oddsSnapshot: odds,
    summary: oddsBatchSummary,
    subTreeProof: path,
    mainTreeProof: path,
  }),
  accounts: [['dailyOddsMerkleRoots', '']],
});
