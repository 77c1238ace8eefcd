import { struct } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Voids a market that nobody settled in time. Anybody may send it. */
export const voidMarket = defineInstruction({
  program: 'settlement',
  name: 'void',
  args: struct({}),
  accounts: [
    ['market', 'w'],
    ['vault', ''],
  ],
});
