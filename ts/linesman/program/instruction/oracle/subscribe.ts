import { struct, u8, u16 } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Buys `weeks` (a positive multiple of 4) of a service level for service tokens. */
export const subscribe = defineInstruction({
  program: 'oracle',
  name: 'subscribe',
  args: struct({ serviceLevelId: u16, weeks: u8 }),
  accounts: [
    ['user', 'ws'],
    ['pricingMatrix', ''],
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
