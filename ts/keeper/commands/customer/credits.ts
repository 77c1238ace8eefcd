import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { neededSetting, rpcSetting, setting } from 'linesman/cli';
import type { BuyCreditsFlags, ShowCreditsFlags } from './runCredits.js';

const HELP = `
The oracle program takes one credit from the calling wallet for each validation of a signed (version 4) answer.
Settling a market takes none.

Examples:
  $ linesman credits show --keypair wallet.json
  $ linesman credits buy 2 --keypair wallet.json

For details, run a subcommand with --help.`;

const SHOW_HELP = `
Examples:
  $ linesman credits show --keypair wallet.json
  $ linesman credits show 4Dk… --rpc https://rpc.example --json

Exit code: 0 shown, 2 anything else.`;

const BUY_HELP = `
PACKS is the number of packs, 100 credits each. You pay with service tokens (linesman buy); the price is read from
the chain.

Examples:
  $ linesman credits buy 1 --keypair wallet.json
  $ linesman credits buy 10 --keypair wallet.json --dry-run

Exit code: 0 bought, or with --dry-run: could be bought; 2 anything else.`;

const withChain = (command: Command): Command =>
  command
    .addOption(rpcSetting())
    .option('--oracle <address>', 'oracle program, if it is another deployment')
    .option('--json', 'print JSON');

export function addCredits(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  const credits = parent
    .command('credits')
    .summary('show and buy validation credits')
    .description('Shows and buys the credits that validations of version 4 answers take.')
    .addHelpText('after', HELP);
  withChain(credits.command('show').description('Shows the credits of a wallet.').addHelpText('after', SHOW_HELP))
    .argument('[address]', 'the wallet')
    .addOption(setting('keypair', 'the wallet by its key pair'))
    .action(async (address: string | undefined, flags: ShowCreditsFlags) => {
      // Loaded on demand, so that other commands start faster.
      const { runShowCredits } = await import('./runCredits.js');
      finish(await runShowCredits(address, flags, terminal));
    });
  withChain(credits.command('buy').description('Buys packs of 100 credits.').addHelpText('after', BUY_HELP))
    .argument('<packs>', 'number of packs, 100 credits each')
    .addOption(neededSetting('keypair', 'key pair of the wallet that buys'))
    .option('--dry-run', 'simulate, send nothing')
    .action(async (packs: string, flags: BuyCreditsFlags) => {
      const { runBuyCredits } = await import('./runCredits.js');
      finish(await runBuyCredits(packs, flags, terminal));
    });
}
