import { struct } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/**
 * Settles markets with a result and skips those that it cannot settle. The markets follow the listed account, writable:
 * `settleManyInstruction` adds them. Anybody may send it.
 */
export const settleMany = defineInstruction({
  program: 'settlement',
  name: 'settle_many',
  args: struct({}),
  accounts: [['result', '']],
});
