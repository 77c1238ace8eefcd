import { struct } from '../../borsh/codec.js';
import { fixture, fixtureBatchSummary, path } from '../../wire/hashedTypes.js';
import { defineInstruction } from '../define.js';

/** Verifies that the oracle published this fixture record. Returns the byte 1, or fails. */
export const validateFixture = defineInstruction({
  program: 'oracle',
  name: 'validate_fixture',
  args: struct({ snapshot: fixture, summary: fixtureBatchSummary, subTreeProof: path, mainTreeProof: path }),
  accounts: [['tenDailyFixturesRoots', '']],
});
