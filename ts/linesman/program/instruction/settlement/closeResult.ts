import { struct } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Closes a result, from `resultCloseTime` on. Only whoever paid for its creation, who gets the rent back. */
export const closeResult = defineInstruction({
  program: 'settlement',
  name: 'close_result',
  args: struct({}),
  accounts: [
    ['payer', 'ws'],
    ['result', 'w'],
  ],
});
