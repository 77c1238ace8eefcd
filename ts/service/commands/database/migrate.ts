import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import type { MigrateFlags } from './runMigrate.js';

const HELP = `
The migrations are the files of migrations/sql. What is missing is run in one transaction: all of it or nothing. Several runs at the same time
do no harm, and neither does a run while the service works. There is no way back: make a backup before.

A service on a folder brings it up to date by itself, and no other process may use the folder meanwhile. One on a server may be told to refuse
a database that is older (error 7115), so that it needs no right to change tables.

The URL may hold a password, which other users of this machine see on the command line: leave --store out and set LINESMAN_STORE, or leave the
password to PGPASSWORD or ~/.pgpass. It is never printed.

Examples:
  $ linesman migrate --store postgres://linesman@db.example/linesman --dry-run
  $ linesman migrate --store postgres://linesman@db.example/linesman
  $ linesman migrate --store .linesman/store --json

Exit code: 0 the database is up to date (with --dry-run: could be asked); 2 anything else.`;

export function addMigrate(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  parent
    .command('migrate')
    .summary('bring the database up to date')
    .description('Runs the migrations that the database of the service lacks.')
    .option(
      '--store <url|folder>',
      'PostgreSQL server, or the folder of the embedded database (default: LINESMAN_STORE)',
    )
    .option('--dry-run', 'say what would be run, and change nothing')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (flags: MigrateFlags) => {
      // Loaded when it is wanted: the other commands start faster without it.
      const { runMigrate } = await import('./runMigrate.js');
      finish(await runMigrate(flags, terminal));
    });
}
