import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { addFund } from './fund.js';
import { addNew } from './new.js';
import { addSend } from './send.js';
import { addShow } from './show.js';

const HELP = `
Several people can bet from one machine, each with their own key pair file: every command takes one with --keypair.

Examples:
  $ linesman wallet new ann.json
  $ linesman wallet fund --keypair ann.json
  $ linesman wallet show --keypair ann.json
  $ linesman wallet send 25 --token stablecoin --to 4Dk… --keypair ann.json

For details, run a subcommand with --help.`;

export function addWallet(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  const wallet = parent
    .command('wallet')
    .summary('create, show and fund wallets, send tokens')
    .description('Creates and shows wallets, gives them test money and sends tokens between them.')
    .addHelpText('after', HELP);
  addNew(wallet, terminal, finish);
  addShow(wallet, terminal, finish);
  addFund(wallet, terminal, finish);
  addSend(wallet, terminal, finish);
}
