import { i64, struct, u8 } from '../../borsh/codec.js';
import { finalityPolicy } from '../../wire/terms.js';
import { defineInstruction } from '../define.js';

/** Like `postResult`, with the proof and witness in a complete buffer of any owner. Anybody may send it. */
export const postResultFromBuffer = defineInstruction({
  program: 'settlement',
  name: 'post_result_from_buffer',
  args: struct({ fixtureId: i64, sport: u8, finality: finalityPolicy }),
  accounts: [
    ['payer', 'ws'],
    ['result', 'w'],
    ['roots', ''],
    ['buffer', ''],
    ['systemProgram', ''],
  ],
});
