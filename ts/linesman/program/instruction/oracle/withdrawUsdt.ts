import { struct, u64 } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Withdraws `amount` base units of the stablecoin to a token account of the admin. Admin only. */
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
