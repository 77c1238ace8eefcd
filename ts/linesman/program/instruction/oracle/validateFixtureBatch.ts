import { struct, u8 } from '../../borsh/codec.js';
import { batchMetadata, path } from '../../wire/hashedTypes.js';
import { defineInstruction } from '../define.js';

/**
 * That the oracle published an hourly batch of fixtures with this metadata. `index` is the hour's place in the ten-day
 * window, 0 to 239. Returns one byte, 1, or fails.
 */
export const validateFixtureBatch = defineInstruction({
  program: 'oracle',
  name: 'validate_fixture_batch',
  args: struct({ index: u8, metadata: batchMetadata, proof: path }),
  accounts: [['tenDailyFixturesRoots', '']],
});
