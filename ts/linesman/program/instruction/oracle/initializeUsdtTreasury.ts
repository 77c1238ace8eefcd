import { struct } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Creates the vault for the stablecoin. */
export const initializeUsdtTreasury = defineInstruction({
  program: 'oracle',
  name: 'initialize_usdt_treasury',
  args: struct({}),
  accounts: [
    ['authority', 'ws'],
    ['usdtTreasuryVault', 'w'],
    ['usdtTreasuryPda', ''],
    ['usdtMint', ''],
    ['tokenProgram', ''],
    ['associatedTokenProgram', ''],
    ['systemProgram', ''],
    ['config', ''],
  ],
});
