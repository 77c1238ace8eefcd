import { hash32, struct, u8, u16 } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Publishes the scores root of a 5-minute slot. Publisher only; a published root never changes. */
export const insertScoresRoot = defineInstruction({
  program: 'oracle',
  name: 'insert_scores_root',
  args: struct({ epochDay: u16, hourOfDay: u8, minuteOfHour: u8, root: hash32 }),
  accounts: [
    ['authority', 'ws'],
    ['dailyScoresRoots', 'w'],
    ['systemProgram', ''],
    ['config', ''],
  ],
});
