import { struct, u64 } from '../../borsh/codec.js';
import { parlayTerms } from '../../wire/parlayTerms.js';
import { defineInstruction } from '../define.js';

/**
 * Creates parlay `id` of the creator and its vault. The market of each leg follows these accounts, writable, in the
 * order of the terms: the parlay holds a market until it has copied the result.
 */
export const createParlay = defineInstruction({
  program: 'settlement',
  name: 'create_parlay',
  args: struct({ id: u64, terms: parlayTerms }),
  accounts: [
    ['creator', 'ws'],
    ['parlay', 'w'],
    ['vault', 'w'],
    ['mint', ''],
    ['feeAccount', ''],
    ['tokenProgram', ''],
    ['systemProgram', ''],
  ],
});
