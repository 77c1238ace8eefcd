import { struct, u8 } from '../../borsh/codec.js';
import { batchMetadata, path } from '../../wire/hashedTypes.js';
import { defineInstruction } from '../define.js';

/**
 * Verifies that the oracle published an hourly batch of fixtures with this metadata. `index` (0 to 239) is the hour
 * within the ten-day window. Returns the byte 1, or fails.
 */
export const validateFixtureBatch = defineInstruction({
  program: 'oracle',
  name: 'validate_fixture_batch',
  args: struct({ index: u8, metadata: batchMetadata, proof: path }),
  accounts: [['tenDailyFixturesRoots', '']],
});
