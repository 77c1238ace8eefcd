import { struct } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Voids a market that nobody settled before `voidAfter`. Anybody may send it. */
export const voidMarket = defineInstruction({
  program: 'settlement',
  name: 'void',
  args: struct({}),
  accounts: [
    ['market', 'w'],
    ['vault', ''],
  ],
});
