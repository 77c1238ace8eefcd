import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { DEFAULT_STORE, rpcSetting } from 'linesman/cli';
import type { ImportFlags } from './runImport.js';

const HELP = `
PATH is the folder that export has written. All of it is read first, and every tree built anew from its records; only when each root is right
is anything stored. An error names file, line and slot. What the store has already stays as it is, so that an import that was broken off is
just run again; something else in a place of the archive is an error.

Without --roots the archive proves that it fits together, not that it is what was published.

Examples:
  $ linesman import /backup/20643 --roots --rpc https://rpc.example --oracle 7Yb…
  $ linesman import 20643 --store postgres://linesman@localhost/linesman

Exit code: 0 all of it is in the store, 2 anything else.`;

export function addImport(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  parent
    .command('import')
    .summary('take an exported day into the store')
    .description('Takes a day that was exported into a store, once its trees are proven.')
    .argument('<path>', 'folder of the archive')
    .option(
      '--store <place>',
      'folder of the store, made when it is missing, or URL of a PostgreSQL server',
      DEFAULT_STORE,
    )
    .option('--roots', 'compare every root with the chain, too')
    .addOption(rpcSetting('RPC address of the chain, for --roots'))
    .option('--oracle <program>', 'oracle program, for --roots, if it is another deployment')
    .option('--progress', 'say how far it is, also when standard error is no terminal')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (path: string, flags: ImportFlags) => {
      // Loaded when it is wanted: the other commands start faster without it.
      const { runImport } = await import('./runImport.js');
      finish(await runImport(path, flags, terminal));
    });
}
