import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import type { MigrateFlags } from './runMigrate.js';

const HELP = `
Runs the missing files of migrations/sql in one transaction: all of them or none. It is safe to run several times at
once, and while the service is running. A migration cannot be undone: make a backup first.

Nothing else migrates a database: on an older one every other command and every service on a server ends with error
7115 and changes nothing, so it needs no permission to change tables. The one exception is a service on a folder, which
migrates the database of its own folder when it starts; no other process may use the folder meanwhile.

If the URL holds a password, other users of this machine can see it on the command line. Use LINESMAN_STORE instead of
--store, or put the password in PGPASSWORD or ~/.pgpass. It is never printed.

Examples:
  $ linesman migrate --store postgres://linesman@db.example/linesman --dry-run
  $ linesman migrate --store postgres://linesman@db.example/linesman
  $ linesman migrate --store .linesman/store --json

Exit code: 0 the database is up to date (with --dry-run: it could be checked); 2 anything else.`;

export function addMigrate(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  parent
    .command('migrate')
    .summary('migrate the database')
    .description('Runs the migrations that the database of the service lacks.')
    .option(
      '--store <url|folder>',
      'PostgreSQL server, or the folder of the embedded database (default: LINESMAN_STORE)',
    )
    .option('--dry-run', 'show what would be run, and change nothing')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (flags: MigrateFlags) => {
      // Loaded on demand, so that other commands start faster.
      const { runMigrate } = await import('./runMigrate.js');
      finish(await runMigrate(flags, terminal));
    });
}
