import { Kysely, PostgresDialect } from 'kysely';
import type { SqlPool } from './sqlPool.js';
import type { Tables } from './tables.js';

/** Typed queries over sessions; `destroy` ends them. */
export const databaseOver = (pool: SqlPool): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) });
