import { Kysely, PostgresDialect } from 'kysely';
import type { SqlPool } from './sqlPool.js';
import type { Tables } from './tables.js';

/** Typed queries over a pool; `destroy` ends the pool. */
export const databaseOver = (pool: SqlPool): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) });
