import { hash32, struct, u32, u64 } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Makes buffer number `id` of the owner: `length` bytes (1 to 10,000) that will have this SHA-256 when they are complete. */
export const bufferCreate = defineInstruction({
  program: 'settlement',
  name: 'buffer_create',
  args: struct({ id: u64, length: u32, sha256: hash32 }),
  accounts: [
    ['owner', 'ws'],
    ['buffer', 'w'],
    ['systemProgram', ''],
  ],
});
