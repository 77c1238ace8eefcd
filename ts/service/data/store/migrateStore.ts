import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { databaseOver } from './databaseOver.js';
import { type MigrationState, migrate, migrationState, readMigrations } from './migrate.js';
import { poolOf, type StorePlace } from './storePlace.js';

/**
 * Brings the database of a place up to date and gives how it stood before: what is pending there has been run. With
 * `dryRun` nothing changes, and a folder without a database stays so. Errors: MIGRATION_CHANGED, UNKNOWN_MIGRATION, and
 * those of the database.
 */
export async function migrateStore(place: StorePlace, dryRun = false): Promise<MigrationState> {
  const migrations = readMigrations();
  if (dryRun && place !== 'memory' && 'folder' in place && !existsSync(join(place.folder, 'PG_VERSION')))
    return { applied: [], pending: migrations };
  // An index over all records takes as long as it takes.
  const database = databaseOver(await poolOf(place, { timeLimit: null }));
  try {
    if (dryRun) return await migrationState(database, migrations);
    // What another process runs meanwhile is not counted twice.
    const pending = await migrate(database, migrations);
    return { applied: migrations.filter((migration) => !pending.includes(migration)), pending };
  } finally {
    await database.destroy();
  }
}
