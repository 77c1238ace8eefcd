import { struct } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Moves the tokens that the vault does not owe to the fee account. Anybody may send it. */
export const sweep = defineInstruction({
  program: 'settlement',
  name: 'sweep',
  args: struct({}),
  accounts: [
    ['market', 'w'],
    ['vault', 'w'],
    ['mint', ''],
    ['feeAccount', 'w'],
    ['tokenProgram', ''],
  ],
});
