import { struct } from '../../borsh/codec.js';
import { scoreProof } from '../../wire/scoreProof.js';
import { defineInstruction } from '../define.js';

/**
 * Proposes to void a market, with a proof of any stat that its fixture was abandoned or cancelled (period 15 or 16).
 * Anybody may send it. A V4 proof needs the Ed25519 instruction directly before it.
 */
export const proposeVoid = defineInstruction({
  program: 'settlement',
  name: 'propose_void',
  args: struct({ proof: scoreProof }),
  accounts: [
    ['market', 'w'],
    ['roots', ''],
    ['instructionsSysvar', ''],
  ],
});
