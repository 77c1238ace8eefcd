import { command, type FlagsOf, flag } from '@linesman/cli';
import { storeRow } from './storeRow.js';

const HELP = `
Runs the missing files of migrations/sql in one transaction: all of them or none. You can run it several times at once,
and while the service is running. You cannot undo a migration: make a backup first.

Nothing else migrates a database: on an older one, every other command and every service on a server ends with error
7115 and changes nothing, so they need no permission to change tables. The one exception is a service on a folder, which
migrates its own database at start, because no other process can use the folder meanwhile.

If the URL holds a password, other users of this machine can see it on the command line. Use LINESMAN_STORE instead of
--store, or put the password in PGPASSWORD or ~/.pgpass. It is never printed.

Examples:
  $ linesman migrate --store postgres://linesman@db.example/linesman --dry-run
  $ linesman migrate --store postgres://linesman@db.example/linesman
  $ linesman migrate --store .linesman/store --json

Exit code: 0 the database is up to date (with --dry-run: it could be checked); 2 anything else.`;

const ROWS = {
  store: storeRow('PostgreSQL server, or the folder of the embedded database'),
  dryRun: flag('show what would be run, and change nothing'),
  json: flag('print JSON'),
};
export type MigrateFlags = FlagsOf<typeof ROWS>;

export const migrateCommand = command({
  about: 'Runs the migrations that the database of the service lacks.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runMigrate.js')).runMigrate(flags, terminal),
});
