import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { subcommand, withChain, withService } from './marketOptions.js';
import type { ShowFlags } from './runShow.js';

const HELP = `
Shows the terms in words, the pools and what they pay, the state, and what can be done next and by whom. Times are by
the chain's clock. The window may run on the market or on the result of its match: the end shown is the earlier one, and
whoever watches a market must watch its result too. With --service, it also names the teams and the kick-off.

Examples:
  $ linesman market show --market 7Yb… --service http://127.0.0.1:8080 --api-token-file .linesman/api-token
  $ linesman market show --market 7Yb… --watch

Exit code: 0 shown, with --watch: decided; 1 stopped before it was decided; 2 anything else.`;

export function addShow(market: Command, terminal: Terminal, finish: (code: number) => void): void {
  subcommand(market, 'show', 'Shows a market.', HELP, [withChain, withService])
    .requiredOption('--market <address>', 'the market')
    .option('--watch', 'keep running and print each change, until the market is decided')
    .action(async (flags: ShowFlags) => {
      const { runShow } = await import('./runShow.js');
      finish(await runShow(flags, terminal));
    });
}
