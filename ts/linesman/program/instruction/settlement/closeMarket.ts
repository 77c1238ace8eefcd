import { struct } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Closes a decided market without open positions, and gives the rent back to its creator. */
export const closeMarket = defineInstruction({
  program: 'settlement',
  name: 'close_market',
  args: struct({}),
  accounts: [
    ['creator', 'ws'],
    ['market', 'w'],
    ['vault', 'w'],
    ['mint', ''],
    ['feeAccount', 'w'],
    ['tokenProgram', ''],
  ],
});
