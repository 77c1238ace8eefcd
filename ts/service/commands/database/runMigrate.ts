import { EXIT, json, showTable, type Terminal } from '@linesman/cli';
import { fail, OPTION_NEEDED } from '@linesman/sdk/error';
import type { Migration } from '../../data/store/migrate.js';
import { migrateStore } from '../../data/store/migrateStore.js';
import { placeOf } from '../../data/store/storePlace.js';
import { databaseNotUsable } from './databaseNotUsable.js';
import type { MigrateFlags } from './migrate.js';

/**
 * Migrates a database and prints the migrations that ran and those already applied. Returns the exit code. Errors:
 * OPTION_NEEDED without a store, MIGRATION_CHANGED and UNKNOWN_MIGRATION for an incompatible database,
 * DATABASE_NOT_USABLE.
 */
export async function runMigrate(flags: MigrateFlags, terminal: Terminal): Promise<number> {
  const { store } = flags;
  if (!store) return fail(OPTION_NEEDED, { problem: 'no store' });
  const { applied, pending } = await migrateStore(placeOf(store), !!flags.dryRun).catch((error: unknown) =>
    databaseNotUsable(store, error),
  );
  if (flags.json)
    terminal.out(
      json({
        dryRun: !!flags.dryRun,
        there: applied.map(named),
        [flags.dryRun ? 'missing' : 'run']: pending.map(named),
      }),
    );
  else {
    const all = [...applied, ...pending].sort((a, b) => a.version - b.version);
    const doing = flags.dryRun ? 'would run' : 'run';
    showTable(
      terminal,
      all.map((one) => [fileOf(one), applied.includes(one) ? 'there' : doing]),
    );
  }
  return EXIT.valid;
}

const named = ({ version, name }: Migration) => ({ version, name });
const fileOf = ({ version, name }: Migration): string => `${String(version).padStart(3, '0')}_${name}`;
