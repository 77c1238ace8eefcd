import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { DEFAULT_DATA_FOLDER, setting } from 'linesman/cli';
import type { FundFlags } from './runFund.js';
import { withChain } from './walletOptions.js';

const HELP = `
Gives test money, on test chains only (7242 on others). SOL comes from the node's airdrop. The stablecoin comes from one
of two places:
  - on the chain that linesman serve runs on this machine: from the issuer, whose key is in the --data folder
  - elsewhere: from the faucet of an oracle program built with one. It gives a fixed amount, once a day, to the signer
    (--keypair).

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
