import { struct } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Moves the tokens that a parlay's vault does not owe to the fee account. Anybody may send it. */
export const sweepParlay = defineInstruction({
  program: 'settlement',
  name: 'sweep_parlay',
  args: struct({}),
  accounts: [
    ['parlay', 'w'],
    ['vault', 'w'],
    ['mint', ''],
    ['feeAccount', 'w'],
    ['tokenProgram', ''],
  ],
});
