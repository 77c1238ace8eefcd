import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { DEFAULT_DATA_FOLDER, setting } from 'linesman/cli';
import type { FundFlags } from './runFund.js';
import { withChain } from './walletOptions.js';

const HELP = `
Test money, on test chains only: SOL from the airdrop of the node; the stablecoin from the issuer of the chain that linesman serve runs on
this machine, whose key is in its --data folder, or from the faucet of an oracle program that was built with one (it gives what it gives, once
a day, to who signs: --keypair). Anywhere else 7242.

Examples:
  $ linesman wallet fund --keypair ann.json
  $ linesman wallet fund 4Dk… --sol 2 --stablecoin 500 --data .linesman
  $ linesman wallet fund --keypair ann.json --stablecoin 0 --dry-run

Exit code: 0 given, or with --dry-run: could be given; 2 anything else.`;

export function addFund(wallet: Command, terminal: Terminal, finish: (code: number) => void): void {
  const command = wallet.command('fund').description('Gives a wallet test money.').addHelpText('after', HELP);
  withChain(command)
    .argument('[address]', 'the wallet')
    .addOption(setting('keypair', 'the wallet by its key pair'))
    .option('--sol <amount>', 'SOL; 0: none', '1')
    .option('--stablecoin <amount>', 'whole stablecoins; 0: none', '1000')
    .option('--data <folder>', `folder of the service that runs the chain (default: ${DEFAULT_DATA_FOLDER})`)
    .option('--dry-run', 'simulate, send nothing')
    .action(async (address: string | undefined, flags: FundFlags) => {
      const { runFund } = await import('./runFund.js');
      finish(await runFund(address, flags, terminal));
    });
}
