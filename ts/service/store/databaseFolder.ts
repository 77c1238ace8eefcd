import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, quoted } from '../../error/index.js';

/** Of PostgreSQL in PGlite. */
export const POSTGRES_VERSION = '18';

/**
 * Whether a folder holds a database; one that is not there or is empty will. Errors: 7233 one of another version, 7230 a part of one or something
 * else, which a new one would be written over.
 */
export function holdsDatabase(folder: string): boolean {
  const file = join(folder, 'PG_VERSION');
  if (!existsSync(file)) {
    if (existsSync(folder) && readdirSync(folder).length > 0)
      fail(7230, { message: `${folder} is not empty, and is no whole database: PG_VERSION is missing.` });
    return false;
  }
  const version = readFileSync(file, 'utf8').trim();
  if (/^\d{1,3}$/.test(version) && version !== POSTGRES_VERSION)
    fail(7233, { message: `The database in ${folder} is of PostgreSQL ${version}, this is ${POSTGRES_VERSION}.` });
  if (version !== POSTGRES_VERSION)
    fail(7230, { message: `The database in ${folder} cannot be opened: its PG_VERSION says ${quoted(version)}.` });
  return true;
}
