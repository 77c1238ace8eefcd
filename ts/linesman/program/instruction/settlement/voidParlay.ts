import { struct } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Voids a parlay once a copied leg is void, without waiting for the other legs. Anybody may send it. */
export const voidParlay = defineInstruction({
  program: 'settlement',
  name: 'void_parlay',
  args: struct({}),
  accounts: [
    ['parlay', 'w'],
    ['vault', ''],
  ],
});
