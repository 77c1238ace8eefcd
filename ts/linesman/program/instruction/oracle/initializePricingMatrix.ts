import { struct, vec } from '../../borsh/codec.js';
import { serviceRow } from '../../wire/serviceRow.js';
import { defineInstruction } from '../define.js';

/** Writes the first price list, of at most 50 rows. Admin only. */
export const initializePricingMatrix = defineInstruction({
  program: 'oracle',
  name: 'initialize_pricing_matrix',
  args: struct({ rows: vec(serviceRow) }),
  accounts: [
    ['authority', 'ws'],
    ['pricingMatrix', 'w'],
    ['systemProgram', ''],
    ['config', ''],
  ],
});
