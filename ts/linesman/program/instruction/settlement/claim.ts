import { struct } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/**
 * Pays a position and closes it. Anybody may send it: the tokens go to the owner's associated token account, which is
 * created if it is missing. If the owner signs, `destination` may be any token account of the mint.
 */
export const claim = defineInstruction({
  program: 'settlement',
  name: 'claim',
  args: struct({}),
  accounts: [
    ['market', 'w'],
    ['position', 'w'],
    ['owner', 'w'],
    ['vault', 'w'],
    ['mint', ''],
    ['destination', 'w'],
    ['payer', 'ws'],
    ['tokenProgram', ''],
    ['associatedTokenProgram', ''],
    ['systemProgram', ''],
  ],
});
