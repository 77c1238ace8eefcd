import { struct, u8 } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/**
 * Copies the result of leg number `leg` (from 0) from its decided market, which is let go, and decides the parlay with the
 * last one. Anybody may send it.
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
