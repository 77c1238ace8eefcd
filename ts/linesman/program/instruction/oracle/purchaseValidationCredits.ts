import { struct, u32 } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Buys packs of 100 validation credits for service tokens. */
export const purchaseValidationCredits = defineInstruction({
  program: 'oracle',
  name: 'purchase_validation_credits',
  args: struct({ hundreds: u32 }),
  accounts: [
    ['user', 'ws'],
    ['userValidationState', 'w'],
    ['tokenMint', ''],
    ['userTokenAccount', 'w'],
    ['tokenTreasuryVault', 'w'],
    ['tokenTreasuryPda', ''],
    ['tokenProgram', ''],
    ['systemProgram', ''],
    ['associatedTokenProgram', ''],
    ['config', ''],
  ],
});
