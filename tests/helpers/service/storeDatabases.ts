import { afterAll } from 'vitest';
import { migrateStore } from '../../../ts/service/data/store/migrateStore.js';
import { pglitePool } from '../../../ts/service/data/store/pglitePool.js';
import { postgresPool } from '../../../ts/service/data/store/postgresPool.js';
import type { SqlPool } from '../../../ts/service/data/store/sqlPool.js';
import { Store } from '../../../ts/service/data/store/store.js';
import { MemoryDatabase, memoryStore } from '../../simulator/store/memoryStore.js';
import { leftOut } from '../leftOut.js';
import { postgresServer } from '../postgresServer.js';
import { statements } from './database.js';

/** What is under a store. */
export interface StoreDatabase {
  /** Empties it and opens a store. */
  fresh(): Promise<Store>;
  /** Another process's store over the same data. */
  another(): Promise<Store>;
  /** Its sessions, where SQL is understood. `end` does nothing. */
  readonly pool?: SqlPool;
  end(): Promise<void>;
}

type Name = 'PGlite' | 'PostgreSQL' | 'memory';

/** `null` where it is not installed. */
const OPENERS: Readonly<Record<Name, () => Promise<StoreDatabase | null>>> = {
  PGlite: async () => {
    const pool = await pglitePool(undefined, true);
    return overPool(pool, () => pool.end());
  },
  PostgreSQL: async () => {
    const server = await postgresServer();
    if (!server) return null;
    const place = { url: await server.database('stores') };
    await migrateStore(place);
    const pool = postgresPool(place.url);
    return overPool(pool, async () => {
      await pool.end();
      await server.remove();
    });
  },
  memory: async () => {
    let database = new MemoryDatabase();
    const another = async () => memoryStore(database);
    const fresh = () => {
      database = new MemoryDatabase();
      return another();
    };
    return { fresh, another, end: async () => {} };
  },
};

/** The databases with these names that are installed, each with its name. They end after the tests of the file. */
export async function storeDatabases(...names: readonly Name[]): Promise<(readonly [Name, StoreDatabase])[]> {
  const all: (readonly [Name, StoreDatabase])[] = [];
  for (const name of names) {
    const database = await OPENERS[name]();
    if (database) all.push([name, database]);
    else leftOut(`a store over ${name}: it is not installed.`);
  }
  afterAll(() => Promise.all(all.map(([, database]) => database.end())));
  return all;
}

/** Deletes what a migrated database holds. */
export const emptied = (pool: SqlPool): Promise<void> =>
  statements(
    pool,
    `truncate fixture, fixture_progress, record, missing_score, held_score, slot_batch, batch_fixture, lease,
      subscription, subscription_period, token, activation`,
    'update record_kind set sealed_until = 0, stream_slot = 0, stream_index = 0',
  );

function overPool(inner: SqlPool, end: () => Promise<void>): StoreDatabase {
  // Stores over it can be closed, and others opened.
  const pool: SqlPool = { connect: () => inner.connect(), end: async () => {} };
  const another = () => Store.over(pool, { migrate: false });
  const fresh = async () => {
    await emptied(pool);
    return another();
  };
  return { fresh, another, pool, end };
}
