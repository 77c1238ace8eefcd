import { struct } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/**
 * Closes a decided parlay that has no open positions and has released all its markets. Its creator gets the rent back.
 */
export const closeParlay = defineInstruction({
  program: 'settlement',
  name: 'close_parlay',
  args: struct({}),
  accounts: [
    ['creator', 'ws'],
    ['parlay', 'w'],
    ['vault', 'w'],
    ['mint', ''],
    ['feeAccount', 'w'],
    ['tokenProgram', ''],
  ],
});
