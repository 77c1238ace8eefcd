import { struct } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Closes a decided parlay without open positions and held markets, and gives the rent back to its creator. */
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
