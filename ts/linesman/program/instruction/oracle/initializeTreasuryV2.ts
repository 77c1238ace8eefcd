import { struct } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Creates the vault for service tokens. */
export const initializeTreasuryV2 = defineInstruction({
  program: 'oracle',
  name: 'initialize_treasury_v2',
  args: struct({}),
  accounts: [
    ['authority', 'ws'],
    ['tokenTreasuryVault', 'w'],
    ['tokenTreasuryPda', ''],
    ['subscriptionTokenMint', ''],
    ['systemProgram', ''],
    ['tokenProgram', ''],
    ['associatedTokenProgram', ''],
    ['config', ''],
  ],
});
