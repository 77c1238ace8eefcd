import { struct, vec } from '../../borsh/codec.js';
import { serviceRow } from '../../wire/serviceRow.js';
import { defineInstruction } from '../define.js';

/** Replaces the price list, of at most 50 rows. Admin only. */
export const updatePricingMatrix = defineInstruction({
  program: 'oracle',
  name: 'update_pricing_matrix',
  args: struct({ rows: vec(serviceRow) }),
  accounts: [
    ['authority', 'ws'],
    ['pricingMatrix', 'w'],
    ['systemProgram', ''],
    ['config', ''],
  ],
});
