import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { databaseOver } from './databaseOver.js';
import { type MigrationState, migrate, migrationState, readMigrations } from './migrate.js';
import { poolOf, type StorePlace } from './storePlace.js';

/**
 * Migrates the database at a location and returns its previous state. With `dryRun` nothing changes, and a folder
 * without a database stays without one. Errors: MIGRATION_CHANGED; UNKNOWN_MIGRATION; those of the database.
 */
export async function migrateStore(place: StorePlace, dryRun = false): Promise<MigrationState> {
  const migrations = readMigrations();
  if (dryRun && place !== 'memory' && 'folder' in place && !existsSync(join(place.folder, 'PG_VERSION')))
    return { applied: [], pending: migrations };
  // No limit, because building an index over all records may take long.
  const database = databaseOver(await poolOf(place, { timeLimit: null }));
  try {
    if (dryRun) return await migrationState(database, migrations);
    // Excludes migrations that another process applied in the meantime.
    const pending = await migrate(database, migrations);
    return { applied: migrations.filter((migration) => !pending.includes(migration)), pending };
  } finally {
    await database.destroy();
  }
}
