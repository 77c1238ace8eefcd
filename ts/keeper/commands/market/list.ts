import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { subcommand, withChain } from './marketOptions.js';
import type { ListFlags } from './runList.js';

const HELP = `
Examples:
  $ linesman market list
  $ linesman market list --fixture 12000010 --json
  $ linesman market list --owner 4Dk… --rpc https://rpc.example

Exit code: 0 listed, 2 anything else.`;

export function addList(market: Command, terminal: Terminal, finish: (code: number) => void): void {
  subcommand(market, 'list', 'Lists markets.', HELP, [withChain])
    .option('--fixture <id>', 'only markets on this match')
    .option('--creator <address>', 'only markets made by this wallet')
    .option('--owner <address>', 'only markets in which this wallet has an unpaid position')
    .action(async (flags: ListFlags) => {
      const { runList } = await import('./runList.js');
      finish(await runList(flags, terminal));
    });
}
