import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { neededSetting, transactionVersionOption } from 'linesman/cli';
import { withChain } from './creditsOptions.js';
import type { BuyFlags } from './runBuy.js';

const HELP = `
PACKS is the number of packs, 100 credits each. You pay with service tokens (linesman buy); the price is read from
the chain.

Examples:
  $ linesman credits buy 1 --keypair wallet.json
  $ linesman credits buy 10 --keypair wallet.json --dry-run

Exit code: 0 bought, or with --dry-run: could be bought; 2 anything else.`;

export function addBuy(credits: Command, terminal: Terminal, finish: (code: number) => void): void {
  withChain(credits.command('buy').description('Buys packs of 100 credits.').addHelpText('after', HELP))
    .argument('<packs>', 'number of packs, 100 credits each')
    .addOption(neededSetting('keypair', 'key pair of the wallet that buys'))
    .addOption(transactionVersionOption())
    .option('--dry-run', 'simulate, send nothing')
    .action(async (packs: string, flags: BuyFlags) => {
      // Loaded when it is wanted: the other commands start faster without it.
      const { runBuy } = await import('./runBuy.js');
      finish(await runBuy(packs, flags, terminal));
    });
}
