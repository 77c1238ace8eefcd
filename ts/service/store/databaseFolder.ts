import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, STORE_DAMAGED, STORE_VERSION_DIFFERS } from 'linesman/error';

/** Of PostgreSQL in PGlite. */
export const POSTGRES_VERSION = '18';

/**
 * Whether a folder holds a database; one that is not there or is empty will. Errors: STORE_VERSION_DIFFERS; STORE_DAMAGED
 * a part of a database or something else, which a new one would be written over.
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

/** The database in a folder of its own, as the data folder of a service has it, whose name is easily given in its place. */
const databaseIn = (folder: string): string | undefined =>
  readdirSync(folder)
    .map((name) => join(folder, name))
    .find((inner) => existsSync(join(inner, 'PG_VERSION')));
