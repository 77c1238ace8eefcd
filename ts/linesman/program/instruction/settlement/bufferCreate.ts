import { hash32, struct, u32, u64 } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/**
 * Creates buffer `id` of the owner with `length` bytes (1 to 10,000), and announces the SHA-256 of the complete
 * content.
 */
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
