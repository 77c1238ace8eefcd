import { hash32, struct, u8, u64 } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/**
 * Stakes `amount` base units on yes (0, every leg is won) or no (1). `termsHash` commits the owner to the terms they
 * have read.
 */
export const stakeParlay = defineInstruction({
  program: 'settlement',
  name: 'stake_parlay',
  args: struct({ outcome: u8, amount: u64, termsHash: hash32 }),
  accounts: [
    ['owner', 'ws'],
    ['parlay', 'w'],
    ['position', 'w'],
    ['vault', 'w'],
    ['mint', ''],
    ['source', 'w'],
    ['tokenProgram', ''],
    ['systemProgram', ''],
  ],
});
