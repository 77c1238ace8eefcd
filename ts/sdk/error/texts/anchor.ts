import * as code from '../codes/anchor.js';
import { OTHER_DAY } from './roots.js';
import { problems, text } from './text.js';

/** Texts of ../codes/anchor.ts. */
export const ANCHOR_TEXTS = {
  [code.INSTRUCTION_DID_NOT_DESERIALIZE]: text(
    'The arguments of the instruction do not decode.',
    'Build the instruction with this package, and send its data unchanged.',
  ),
  [code.CONSTRAINT_OWNER]: text(
    'An account belongs to a different program than the instruction requires.',
    'Pass the account of the oracle program in the instruction or in the market.',
    'The {kind:text} roots account belongs to {owner:text}, not to {expected:text}.',
  ),
  [code.CONSTRAINT_SEEDS]: text(
    'An account is not the one derived from its seeds.',
    "Pass the roots account of the proof's day; its address is derived from the day.",
    problems({ 'other day': OTHER_DAY }),
  ),
  [code.ACCOUNT_NOT_ENOUGH_KEYS]: text(
    'The instruction has fewer accounts than it needs.',
    'Pass every account of the instruction in order.',
  ),
  [code.ACCOUNT_NOT_SIGNER]: text('A required signer did not sign.', 'Sign the transaction with that key.'),
} as const;
