import { struct } from '../../borsh/codec.js';
import { defineInstruction } from '../define.js';

/** Mints test stablecoin to the user. Only in test builds. */
export const requestDevnetFaucet = defineInstruction({
  program: 'oracle',
  name: 'request_devnet_faucet',
  args: struct({}),
  accounts: [
    ['user', 'ws'],
    ['faucetTracker', 'w'],
    ['usdtMint', 'w'],
    ['userUsdtAta', 'w'],
    ['usdtTreasuryPda', ''],
    ['tokenProgram', ''],
    ['associatedTokenProgram', ''],
    ['systemProgram', ''],
    ['config', ''],
  ],
});
