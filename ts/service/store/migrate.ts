import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { fail } from '../../error/index.js';
import type { Tables } from './tables.js';

/** One file `NNN_name.sql`; each statement ends with a semicolon at the end of its line. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly text: string;
}

/** The same from the sources and from the compiled package. */
const FOLDER = new URL('../../../migrations/sql/', import.meta.url);

/** Any number that nothing else locks. */
const LOCK = 5_201_847;

/** The migrations that belong to this version, in order. */
export function readMigrations(folder: URL = FOLDER): Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{3}_\w+\.sql$/.test(file))
    .sort()
    .map((file) => ({
      version: Number(file.slice(0, 3)),
      name: file.slice(4, -4),
      text: readFileSync(new URL(file, folder), 'utf8'),
    }));
}

/**
 * Brings the database up to date: all that is missing in one transaction, so that it happens as a whole or not at all, and once
 * when several processes start together. 7053 when an applied migration has changed since, 7054 when the database has one more.
 */
export async function migrate(
  database: Kysely<Tables>,
  migrations: readonly Migration[] = readMigrations(),
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction);
    await sql`create table if not exists schema_migration (
      version integer primary key, name text not null, checksum text not null)`.execute(transaction);
    const applied = await transaction.selectFrom('schema_migration').selectAll().orderBy('version').execute();
    for (const { version, name } of applied) {
      if (!migrations.some((migration) => migration.version === version))
        fail(7054, { message: `The database has migration ${version} (${name}), which is not known.`, version });
    }
    for (const { version, name, text } of migrations) {
      const checksum = createHash('sha256').update(text).digest('hex');
      const before = applied.find((row) => row.version === version);
      if (before !== undefined) {
        if (before.checksum !== checksum)
          fail(7053, { message: `Migration ${version} (${name}) is not the one that was applied.`, version });
        continue;
      }
      for (const statement of statementsOf(text)) await sql.raw(statement).execute(transaction);
      await transaction.insertInto('schema_migration').values({ version, name, checksum }).execute();
    }
  });
}

const statementsOf = (text: string): string[] =>
  text
    .split(/;[ \t]*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replace(/^--.*$/gm, '').trim() !== '');
