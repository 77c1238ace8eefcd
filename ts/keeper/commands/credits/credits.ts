import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { addBuy } from './buy.js';
import { addShow } from './show.js';

const HELP = `
The oracle program takes one credit from the calling wallet for each validation of a signed (version 4) answer.
Settling a market takes none.

Examples:
  $ linesman credits show --keypair wallet.json
  $ linesman credits buy 2 --keypair wallet.json

For details, run a subcommand with --help.`;

export function addCredits(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  const credits = parent
    .command('credits')
    .summary('show and buy validation credits')
    .description('Shows and buys the credits that validations of version 4 answers take.')
    .addHelpText('after', HELP);
  addShow(credits, terminal, finish);
  addBuy(credits, terminal, finish);
}
