import { afterAll, beforeAll } from 'vitest';
import { pglitePool } from '../../../ts/service/data/store/pglitePool.js';
import { postgresPool } from '../../../ts/service/data/store/postgresPool.js';
import type { SqlPool } from '../../../ts/service/data/store/sqlPool.js';
import { Store } from '../../../ts/service/data/store/store.js';

/** A database shared by the tests of a file. */
export interface TestDatabase {
  /** Its sessions. `end` does nothing, so that a store can be closed and another opened. */
  readonly pool: SqlPool;
  /** Drops everything and opens a store. */
  fresh(): Promise<Store>;
  end(): Promise<void>;
}

/** In memory, or on the server at `LINESMAN_TEST_POSTGRES_URL`, whose `public` schema is dropped. */
export async function testDatabase(): Promise<TestDatabase> {
  const url = process.env.LINESMAN_TEST_POSTGRES_URL;
  const inner = url === undefined ? await pglitePool() : postgresPool(url);
  const pool: SqlPool = { connect: () => inner.connect(), end: async () => {} };
  return {
    pool,
    fresh: async () => {
      await statements(pool, 'drop schema public cascade', 'create schema public');
      return Store.over(pool);
    },
    end: () => inner.end(),
  };
}

/** One that the tests of a file or block share: opened before them, or earlier if needed, and ended after them. */
export function sharedDatabase(): TestDatabase {
  let made: Promise<TestDatabase> | null = null;
  const opened = (): Promise<TestDatabase> => {
    made ??= testDatabase();
    return made;
  };
  const end = async (): Promise<void> => (await made)?.end();
  beforeAll(async () => {
    await opened();
  });
  afterAll(end);
  return {
    pool: { connect: async () => (await opened()).pool.connect(), end: async () => {} },
    fresh: async () => (await opened()).fresh(),
    end,
  };
}

export async function statements(pool: SqlPool, ...all: readonly string[]): Promise<void> {
  const client = await pool.connect();
  try {
    for (const statement of all) await client.query(statement, []);
  } finally {
    client.release();
  }
}

/** The rows that one statement returns. */
// biome-ignore lint/suspicious/noExplicitAny: rows are typed by who asks
export async function rowsOf(pool: SqlPool, sql: string): Promise<any[]> {
  const client = await pool.connect();
  try {
    return (await client.query(sql, [])).rows;
  } finally {
    client.release();
  }
}
