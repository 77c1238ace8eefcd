import { option, struct } from '../../borsh/codec.js';
import { statLeaf } from '../../wire/hashedTypes.js';
import { scoreProof } from '../../wire/scoreProof.js';
import { defineInstruction } from '../define.js';

/**
 * Proposes the outcome that the proof shows; without a challenge window the outcome is final at once. Anybody may send
 * it. A V4 proof needs the Ed25519 instruction directly before it.
 */
export const settle = defineInstruction({
  program: 'settlement',
  name: 'settle',
  args: struct({ proof: scoreProof, witness: option(statLeaf) }),
  accounts: [
    ['market', 'w'],
    ['roots', ''],
    ['instructionsSysvar', ''],
  ],
});
