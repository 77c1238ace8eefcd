import { struct } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Makes a proposal final after its challenge window. Anybody may send it. */
export const finalise = defineInstruction({
  program: 'settlement',
  name: 'finalise',
  args: struct({}),
  accounts: [
    ['market', 'w'],
    ['vault', ''],
  ],
});
