import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { subcommand, withChain, withWallet } from './marketOptions.js';
import type { DecideFlags } from './runDecide.js';

const HELP = `
Anybody may void a market that is still unsettled when its void time has come (6225 before that). Owners then get their
stakes back with market claim.

Examples:
  $ linesman market void --market 7Yb… --keypair wallet.json

Exit code: 0 void, or with --dry-run: could be voided; 2 anything else.`;

export function addVoid(market: Command, terminal: Terminal, finish: (code: number) => void): void {
  subcommand(market, 'void', 'Voids a market that nobody settled.', HELP, [withWallet, withChain])
    .requiredOption('--market <address>', 'the market')
    .action(async (flags: DecideFlags) => {
      const { runDecide } = await import('./runDecide.js');
      finish(await runDecide('void', flags, terminal));
    });
}
