import { struct } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Closes the price list. Admin only. */
export const closePricingMatrix = defineInstruction({
  program: 'oracle',
  name: 'close_pricing_matrix',
  args: struct({}),
  accounts: [
    ['pricingMatrix', 'w'],
    ['authority', 'ws'],
    ['systemProgram', ''],
    ['config', ''],
  ],
});
