import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { DEFAULT_STORE, rpcSetting } from 'linesman/cli';
import type { ImportFlags } from './runImport.js';

const HELP = `
PATH is a folder that export has written. It is read in full and every tree is rebuilt from its records; only if every
root is right is anything stored. An error names file, line and slot. Existing data in the store stays as it is, so
after an interruption just run the import again; if the store holds something different in a place of the archive, the
import fails.

Without --roots, the import verifies that the archive is consistent, but not that it matches the published roots.

Examples:
  $ linesman import /backup/20643 --roots --rpc https://rpc.example --oracle 7Yb…
  $ linesman import 20643 --store postgres://linesman@localhost/linesman

Exit code: 0 all of it is in the store, 2 anything else.`;

export function addImport(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  parent
    .command('import')
    .summary('import an exported day')
    .description('Imports an exported day into a store after verifying its trees.')
    .argument('<path>', 'folder of the archive')
    .option(
      '--store <place>',
      'folder of the store, created if it is missing, or URL of a PostgreSQL server',
      DEFAULT_STORE,
    )
    .option('--roots', 'also compare every root with the chain')
    .addOption(rpcSetting('RPC address of the chain, for --roots'))
    .option('--oracle <program>', 'oracle program, for --roots, if it is another deployment')
    .option('--progress', 'show progress even if standard error is not a terminal')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (path: string, flags: ImportFlags) => {
      // Loaded on demand, so that other commands start faster.
      const { runImport } = await import('./runImport.js');
      finish(await runImport(path, flags, terminal));
    });
}
