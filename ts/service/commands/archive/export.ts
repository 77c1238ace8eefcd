import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { DEFAULT_STORE } from 'linesman/cli';
import type { ExportFlags } from './runExport.js';

const HELP = `
DAY is a day in UTC, such as 2026-07-09, or its number since 1970-01-01. It must be over, with every slot sealed.

The archive is a folder named after the number of the day. It holds fixtures, batches and records as lines of JSON
(.ndjson.gz), and a manifest with counts, hashes and roots. Every root is recomputed from the records during the export.
The same store gives the same bytes. The folder gets its name once it is complete; import verifies it before it stores
anything.

Examples:
  $ linesman export 2026-07-09
  $ linesman export 20643 --store postgres://linesman@localhost/linesman --to /backup

Exit code: 0 written, 2 anything else.`;

export function addExport(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  parent
    .command('export')
    .summary('export a day of the store')
    .description('Writes the records, batches and roots of a day to plain compressed files.')
    .argument('<day>', '2026-07-09, or the number of the day')
    .option('--store <place>', 'folder of the store, or URL of a PostgreSQL server', DEFAULT_STORE)
    .option('--to <folder>', 'where to put the archive', '.')
    .option('--progress', 'show progress even if standard error is not a terminal')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (day: string, flags: ExportFlags) => {
      // Loaded on demand, so that other commands start faster.
      const { runExport } = await import('./runExport.js');
      finish(await runExport(day, flags, terminal));
    });
}
