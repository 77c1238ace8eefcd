import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { subcommand, withChain, withWallet } from './marketOptions.js';
import type { DecideFlags } from './runDecide.js';

const HELP = `
Anybody may make a result final once the challenge window is over (6223 before that). A keeper does it automatically.

Examples:
  $ linesman market finalise --market 7Yb… --keypair wallet.json

Exit code: 0 final, or with --dry-run: could be made so; 2 anything else.`;

export function addFinalise(market: Command, terminal: Terminal, finish: (code: number) => void): void {
  subcommand(market, 'finalise', 'Makes a result final after its window.', HELP, [withWallet, withChain])
    .requiredOption('--market <address>', 'the market')
    .action(async (flags: DecideFlags) => {
      const { runDecide } = await import('./runDecide.js');
      finish(await runDecide('finalise', flags, terminal));
    });
}
