import { struct } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Closes a buffer. The owner gets the rent back. */
export const bufferClose = defineInstruction({
  program: 'settlement',
  name: 'buffer_close',
  args: struct({}),
  accounts: [
    ['owner', 'ws'],
    ['buffer', 'w'],
  ],
});
