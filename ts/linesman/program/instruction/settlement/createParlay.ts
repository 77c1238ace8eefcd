import { struct, u64 } from '../../borsh/codec.js';
import { parlayTerms } from '../../wire/parlayTerms.js';
import { defineInstruction } from '../define.js';

/**
 * Makes parlay number `id` of the creator, and its vault. After these accounts it takes one writable market for each leg, in
 * the order of the terms; they are held until their results are copied.
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
