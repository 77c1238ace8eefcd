import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { DEFAULT_STORE } from 'linesman/cli';
import type { ExportFlags } from './runExport.js';

const HELP = `
DAY is a day in UTC as 2026-07-09, or its number since 1970-01-01. It must be over, and every slot of it sealed.

The archive is a folder named by the number of the day, with fixtures, batches and records as lines of JSON (.ndjson.gz), and a manifest with
counts, hashes and roots. Every root is computed anew from the records on the way. The same store gives the same bytes. It gets its name when
it is complete; import proves it before it stores anything.

Examples:
  $ linesman export 2026-07-09
  $ linesman export 20643 --store postgres://linesman@localhost/linesman --to /backup

Exit code: 0 written, 2 anything else.`;

export function addExport(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  parent
    .command('export')
    .summary('write a day of the store to files')
    .description('Writes the records, batches and roots of a day to plain compressed files.')
    .argument('<day>', '2026-07-09, or the number of the day')
    .option('--store <place>', 'folder of the store, or URL of a PostgreSQL server', DEFAULT_STORE)
    .option('--to <folder>', 'where the archive is put', '.')
    .option('--progress', 'say how far it is, also when standard error is no terminal')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (day: string, flags: ExportFlags) => {
      // Loaded when it is wanted: the other commands start faster without it.
      const { runExport } = await import('./runExport.js');
      finish(await runExport(day, flags, terminal));
    });
}
