import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fail, MIGRATION_CHANGED, UNKNOWN_MIGRATION } from '@linesman/sdk/error';
import { type Kysely, sql } from 'kysely';
import { MIGRATIONS } from '../../shippedFiles.js';
import type { Tables } from './tables.js';

/** A file `NNN_name.sql`. Every statement ends with a semicolon at the end of a line. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly text: string;
}

/** Arbitrary id of the advisory lock. */
const LOCK = 5_201_847;

/** The migrations of this version, in order. */
export function readMigrations(folder: URL = MIGRATIONS): Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{3}_\w+\.sql$/.test(file))
    .sort()
    .map((file) => ({
      version: Number(file.slice(0, 3)),
      name: file.slice(4, -4),
      text: readFileSync(new URL(file, folder), 'utf8'),
    }));
}

/** Applied and missing migrations of this version. */
export interface MigrationState {
  readonly applied: readonly Migration[];
  /** In the order to run them. */
  readonly pending: readonly Migration[];
}

/**
 * Applies all missing migrations in one transaction, exactly once even if several processes start together. Returns
 * those applied. Errors: MIGRATION_CHANGED when an applied migration has changed since; UNKNOWN_MIGRATION when the
 * database has a migration that this version lacks.
 */
export async function migrate(
  database: Kysely<Tables>,
  migrations: readonly Migration[] = readMigrations(),
): Promise<readonly Migration[]> {
  return database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction);
    await sql`create table if not exists schema_migration (
      version integer primary key, name text not null, checksum text not null)`.execute(transaction);
    const { pending } = await compare(transaction, migrations);
    for (const { version, name, text } of pending) {
      for (const statement of statementsOf(text)) await sql.raw(statement).execute(transaction);
      await transaction
        .insertInto('schema_migration')
        .values({ version, name, checksum: checksumOf(text) })
        .execute();
    }
    return pending;
  });
}

/** Compares without changing anything. Errors: as `migrate`. */
export async function migrationState(
  database: Kysely<Tables>,
  migrations: readonly Migration[] = readMigrations(),
): Promise<MigrationState> {
  const { rows } = await sql<{ known: boolean }>`select to_regclass('schema_migration') is not null as known`.execute(
    database,
  );
  return rows[0]?.known ? compare(database, migrations) : { applied: [], pending: migrations };
}

async function compare(database: Kysely<Tables>, migrations: readonly Migration[]): Promise<MigrationState> {
  const rows = await database.selectFrom('schema_migration').selectAll().orderBy('version').execute();
  for (const { version, name } of rows) {
    if (!migrations.some((migration) => migration.version === version))
      fail(UNKNOWN_MIGRATION, { version, migration: name });
  }
  const checksums = new Map(rows.map(({ version, checksum }) => [version, checksum]));
  for (const { version, name, text } of migrations)
    if (checksums.has(version) && checksums.get(version) !== checksumOf(text))
      fail(MIGRATION_CHANGED, { version, migration: name });
  return {
    applied: migrations.filter(({ version }) => checksums.has(version)),
    pending: migrations.filter(({ version }) => !checksums.has(version)),
  };
}

const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const statementsOf = (text: string): string[] =>
  text
    .split(/;[ \t]*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replace(/^--.*$/gm, '').trim() !== '');
