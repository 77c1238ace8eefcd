import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import type { NewFlags } from './runNew.js';

const HELP = `
The file is a list of 64 numbers, as Solana's own tools write it, readable by you only. An existing file is never
overwritten (7243). Standard output gets only the address. There is no second copy of the key: make a backup.

Examples:
  $ linesman wallet new ann.json
  $ ANN=$(linesman wallet new ann.json)

Exit code: 0 created, 2 anything else.`;

export function addNew(wallet: Command, terminal: Terminal, finish: (code: number) => void): void {
  wallet
    .command('new')
    .description('Creates a key pair.')
    .argument('<file>', 'file to write the key pair to')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (file: string, flags: NewFlags) => {
      // Loaded on demand, so that other commands start faster.
      const { runNew } = await import('./runNew.js');
      finish(await runNew(file, flags, terminal));
    });
}
