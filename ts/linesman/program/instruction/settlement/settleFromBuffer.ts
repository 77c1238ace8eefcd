import { struct } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/**
 * Settles with the proof and witness of a complete buffer, whoever owns it. Anybody may send it. A V4 proof needs the Ed25519
 * instruction right before it.
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
