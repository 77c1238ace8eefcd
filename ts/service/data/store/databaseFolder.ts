import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, STORE_DAMAGED, STORE_VERSION_DIFFERS } from '@linesman/sdk/error';

/** The PostgreSQL version that PGlite contains. */
export const POSTGRES_VERSION = '18';

/**
 * Whether the folder contains a database; a missing or empty folder does not. Errors: STORE_VERSION_DIFFERS;
 * STORE_DAMAGED when it contains an incomplete database or anything else, which a new database would overwrite.
 */
export function holdsDatabase(folder: string): boolean {
  const file = join(folder, 'PG_VERSION');
  if (!existsSync(file)) {
    if (existsSync(folder) && readdirSync(folder).length > 0)
      fail(STORE_DAMAGED, { problem: 'incomplete', folder, database: databaseIn(folder) });
    return false;
  }
  const version = readFileSync(file, 'utf8').trim();
  if (/^\d{1,3}$/.test(version) && version !== POSTGRES_VERSION)
    fail(STORE_VERSION_DIFFERS, { folder, version, expected: POSTGRES_VERSION });
  if (version !== POSTGRES_VERSION) fail(STORE_DAMAGED, { problem: 'no version', folder, version });
  return true;
}

/**
 * Finds a database in a subfolder, for the error message, because the data folder of a service is easily confused with
 * its database folder.
 */
const databaseIn = (folder: string): string | undefined =>
  readdirSync(folder)
    .map((name) => join(folder, name))
    .find((inner) => existsSync(join(inner, 'PG_VERSION')));
