import { struct } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/**
 * Makes the proposals of markets final whose challenge window is over and skips the other markets. All its accounts are
 * markets, writable: `finaliseManyInstruction` adds them. Anybody may send it.
 */
export const finaliseMany = defineInstruction({
  program: 'settlement',
  name: 'finalise_many',
  args: struct({}),
  accounts: [],
});
