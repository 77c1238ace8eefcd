import { hash32, struct, u16, u64 } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/**
 * Publishes the fixtures root of an hour. `epochDay` is the first day of the ten-day window, `index` (0 to 239) the
 * hour within it. Publisher only; a published root never changes.
 */
export const insertFixturesRoot = defineInstruction({
  program: 'oracle',
  name: 'insert_fixtures_root',
  args: struct({ epochDay: u16, index: u64, root: hash32 }),
  accounts: [
    ['authority', 'ws'],
    ['tenDailyFixturesRoots', 'w'],
    ['systemProgram', ''],
    ['config', ''],
  ],
});
