import { hash32, struct, u8, u64 } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Stakes `amount` base units on `outcome`. `termsHash` commits the owner to the terms they have read. */
export const stake = defineInstruction({
  program: 'settlement',
  name: 'stake',
  args: struct({ outcome: u8, amount: u64, termsHash: hash32 }),
  accounts: [
    ['owner', 'ws'],
    ['market', 'w'],
    ['position', 'w'],
    ['vault', 'w'],
    ['mint', ''],
    ['source', 'w'],
    ['tokenProgram', ''],
    ['systemProgram', ''],
  ],
});
