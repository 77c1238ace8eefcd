import { struct, u64 } from '../../borsh/codec.js';
import { terms } from '../../wire/terms.js';
import { defineInstruction } from '../define.js';

/**
 * Creates market `id` of the creator and its vault. The program reads `oracleConfig` only when the terms name a signer.
 */
export const createMarket = defineInstruction({
  program: 'settlement',
  name: 'create_market',
  args: struct({ id: u64, terms }),
  accounts: [
    ['creator', 'ws'],
    ['market', 'w'],
    ['vault', 'w'],
    ['mint', ''],
    ['feeAccount', ''],
    ['oracleConfig', ''],
    ['tokenProgram', ''],
    ['systemProgram', ''],
  ],
});
