import { struct, u64 } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Takes stablecoin base units out of the treasury, to an account of the admin. Admin only. */
export const withdrawUsdt = defineInstruction({
  program: 'oracle',
  name: 'withdraw_usdt',
  args: struct({ amount: u64 }),
  accounts: [
    ['authority', 'ws'],
    ['adminDestination', 'w'],
    ['usdtTreasuryVault', 'w'],
    ['usdtTreasuryPda', ''],
    ['usdtMint', ''],
    ['tokenProgram', ''],
    ['associatedTokenProgram', ''],
    ['systemProgram', ''],
    ['config', ''],
  ],
});
