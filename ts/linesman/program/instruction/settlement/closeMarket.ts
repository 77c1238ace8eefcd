import { struct } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Closes a decided market without open positions. Its creator gets the rent back. */
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
