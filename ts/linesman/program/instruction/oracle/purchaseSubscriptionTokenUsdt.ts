import { struct, u64 } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Buys whole service tokens for the stablecoin, 1,000 for one. The backend admin co-signs. */
export const purchaseSubscriptionTokenUsdt = defineInstruction({
  program: 'oracle',
  name: 'purchase_subscription_token_usdt',
  args: struct({ txlineAmount: u64 }),
  accounts: [
    ['buyer', 'ws'],
    ['backendAdmin', 's'],
    ['usdtMint', ''],
    ['buyerUsdtAccount', 'w'],
    ['usdtTreasuryVault', 'w'],
    ['usdtTreasuryPda', ''],
    ['subscriptionTokenMint', ''],
    ['tokenTreasuryVault', 'w'],
    ['tokenTreasuryPda', ''],
    ['buyerTokenAccount', 'w'],
    ['tokenProgram', ''],
    ['token2022Program', ''],
    ['systemProgram', ''],
    ['associatedTokenProgram', ''],
    ['config', ''],
  ],
});
