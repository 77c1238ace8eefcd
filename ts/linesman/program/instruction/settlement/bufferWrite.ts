import { byteList, struct, u32 } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Writes bytes into a buffer from `offset` on: at least one, and none past its end. */
export const bufferWrite = defineInstruction({
  program: 'settlement',
  name: 'buffer_write',
  args: struct({ offset: u32, bytes: byteList }),
  accounts: [
    ['owner', 's'],
    ['buffer', 'w'],
  ],
});
