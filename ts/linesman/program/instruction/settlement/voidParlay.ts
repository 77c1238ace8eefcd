import { struct } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Voids a parlay with a void leg, whatever becomes of the others. Anybody may send it. */
export const voidParlay = defineInstruction({
  program: 'settlement',
  name: 'void_parlay',
  args: struct({}),
  accounts: [
    ['parlay', 'w'],
    ['vault', ''],
  ],
});
