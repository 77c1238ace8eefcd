import { struct } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/**
 * Like `settle`, with the proof and witness in a complete buffer of any owner. Anybody may send it. A V4 proof needs
 * the Ed25519 instruction directly before it.
 */
export const settleFromBuffer = defineInstruction({
  program: 'settlement',
  name: 'settle_from_buffer',
  args: struct({}),
  accounts: [
    ['market', 'w'],
    ['roots', ''],
    ['instructionsSysvar', ''],
    ['buffer', ''],
  ],
});
