import { struct, u64 } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Like `create_market`, with the Borsh bytes of the terms in a complete buffer of the creator. */
export const createMarketFromBuffer = defineInstruction({
  program: 'settlement',
  name: 'create_market_from_buffer',
  args: struct({ id: u64 }),
  accounts: [
    ['creator', 'ws'],
    ['market', 'w'],
    ['vault', 'w'],
    ['mint', ''],
    ['feeAccount', ''],
    ['oracleConfig', ''],
    ['buffer', ''],
    ['tokenProgram', ''],
    ['systemProgram', ''],
  ],
});
