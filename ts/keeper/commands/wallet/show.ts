import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { setting } from 'linesman/cli';
import type { ShowWalletFlags } from './runShow.js';
import { withChain } from './walletOptions.js';

const HELP = `
Shows SOL and every token, of SPL Token and of Token-2022. Tokens that the oracle of the deployment takes are shown by
name: the stablecoin for stakes and purchases, the service token for subscriptions and credits.

Examples:
  $ linesman wallet show --keypair ann.json
  $ linesman wallet show 4Dk… --rpc https://rpc.example --json

Exit code: 0 shown, 2 anything else.`;

export function addShow(wallet: Command, terminal: Terminal, finish: (code: number) => void): void {
  const command = wallet.command('show').description('Shows what a wallet holds.').addHelpText('after', HELP);
  withChain(command)
    .argument('[address]', 'the wallet')
    .addOption(setting('keypair', 'the wallet by its key pair'))
    .action(async (address: string | undefined, flags: ShowWalletFlags) => {
      const { runShow } = await import('./runShow.js');
      finish(await runShow(address, flags, terminal));
    });
}
