import { byteList, struct, u32 } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Writes at least one byte into a buffer, starting at `offset` and not past its end. */
export const bufferWrite = defineInstruction({
  program: 'settlement',
  name: 'buffer_write',
  args: struct({ offset: u32, bytes: byteList }),
  accounts: [
    ['owner', 's'],
    ['buffer', 'w'],
  ],
});
