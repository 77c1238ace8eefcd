import { struct, u8 } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/**
 * Copies the result of a leg (index, from 0) from its decided market and releases that market. The last copy decides
 * the parlay. Anybody may send it.
 */
export const settleParlay = defineInstruction({
  program: 'settlement',
  name: 'settle_parlay',
  args: struct({ leg: u8 }),
  accounts: [
    ['parlay', 'w'],
    ['market', 'w'],
  ],
});
