import { randomUUID } from 'node:crypto';
import { fail, MIGRATIONS_MISSING } from '@linesman/sdk/error';
import { type Kysely, sql } from 'kysely';
import { BatchStore } from './batchStore.js';
import { databaseOver } from './databaseOver.js';
import { DayStore } from './dayStore.js';
import { KeptRecordStore } from './keptRecordStore.js';
import { LeaseStore } from './leaseStore.js';
import { MatchStore } from './matchStore.js';
import { migrate, migrationState } from './migrate.js';
import { migrateStore } from './migrateStore.js';
import { readOnlyPool } from './readOnlyPool.js';
import { RecordStore } from './recordStore.js';
import type { SqlPool } from './sqlPool.js';
import { poolOf, type StorePlace } from './storePlace.js';
import { SubscriptionStore } from './subscriptionStore.js';
import type { Tables } from './tables.js';
import { WriteHealth } from './writeHealth.js';

export interface StoreOptions {
  /**
   * `false` refuses a database that lacks migrations (MIGRATIONS_MISSING) instead of migrating it. Only the owner of a
   * database may migrate it, because the schema changes for every process that has it open. Default `true`.
   */
  readonly migrate?: boolean;
  /** Whether every statement runs in a read-only transaction. Default `false`. */
  readonly isReadOnly?: boolean;
  /** Called for each failed statement and each failed connection, before the caller gets the error. */
  readonly onError?: (error: unknown) => void;
  /** ms that a statement on a server may take, except migrations. Default 60,000. */
  readonly timeLimit?: number;
}

/**
 * Number of rows that `tryWrite` stores, and characters per row; together more than the free space in existing pages.
 */
const TRIED_ROWS = 64;
const TRIED_CHARACTERS = 1_000;

/** All data that outlives the process. */
export class Store {
  readonly records: RecordStore;
  /** The same records through a cache, for processes that answer queries. */
  readonly keptRecords: RecordStore;
  readonly matches: MatchStore;
  readonly batches: BatchStore;
  readonly days: DayStore;
  readonly leases: LeaseStore;
  readonly subscriptions: SubscriptionStore;

  private constructor(
    private readonly database: Kysely<Tables>,
    pool: SqlPool,
    /** Health of this process's writes. */
    readonly writes: WriteHealth,
  ) {
    this.records = new RecordStore(database, pool);
    this.keptRecords = new KeptRecordStore(database, pool);
    this.matches = new MatchStore(database);
    this.batches = new BatchStore(database);
    this.days = new DayStore(database);
    this.leases = new LeaseStore(database);
    this.subscriptions = new SubscriptionStore(database);
  }

  /**
   * Opens the database and migrates it. A new database in a folder has all migrations in any case. Errors:
   * MIGRATION_CHANGED or UNKNOWN_MIGRATION when it does not fit this version; MIGRATIONS_MISSING.
   */
  static async open(place: StorePlace, options: StoreOptions = {}): Promise<Store> {
    const { migrate: brings = true, isReadOnly = false, timeLimit } = options;
    if (brings && place !== 'memory' && 'url' in place) await migrateStore(place);
    const pool = await poolOf(place, { isUpToDate: true, ...(timeLimit !== undefined && { timeLimit }) });
    return Store.over(isReadOnly ? readOnlyPool(pool) : pool, options);
  }

  /** Like `open`, over an existing pool; `close` ends the pool. */
  static async over(pool: SqlPool, { migrate: brings = true, onError }: StoreOptions = {}): Promise<Store> {
    const writes = new WriteHealth();
    const sessions = writes.around(onError ? observedPool(pool, onError) : pool);
    const database = databaseOver(sessions);
    try {
      if (brings) await migrate(database);
      else await refuseOlder(database);
    } catch (error) {
      // The original error matters more than a failed clean-up.
      await database.destroy().catch(() => {});
      throw error;
    }
    return new Store(database, sessions, writes);
  }

  /** Throws if the database does not answer. */
  async ping(): Promise<void> {
    await sql`select 1`.execute(this.database);
  }

  /** The database's clock, Unix time in ms. Throws if the database does not answer. */
  async time(): Promise<number> {
    const { rows } = await sql<{ now: number }>`
      select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(this.database);
    return (rows[0] as { now: number }).now;
  }

  /** Stores about 64 KB and deletes it again. Throws if that fails; success clears earlier write failures. */
  async tryWrite(): Promise<void> {
    const before = this.writes.failure;
    const holder = randomUUID();
    const rows = Array.from({ length: TRIED_ROWS }, (_, i) => ({
      name: `try ${holder} ${i} `.padEnd(TRIED_CHARACTERS, '.'),
      holder,
      expires_at: 0,
    }));
    await this.database.transaction().execute(async (transaction) => {
      await transaction.insertInto('lease').values(rows).execute();
      await transaction.deleteFrom('lease').where('holder', '=', holder).execute();
    });
    if (before) this.writes.forget(before);
  }

  async close(): Promise<void> {
    await this.database.destroy();
  }
}

async function refuseOlder(database: Kysely<Tables>): Promise<void> {
  const { pending } = await migrationState(database);
  if (pending.length === 0) return;
  const versions = pending.map(({ version }) => version);
  fail(MIGRATIONS_MISSING, { versions });
}

/** Wraps a pool. Calls `onError` for each failed statement and each failed connection. */
function observedPool(pool: SqlPool, onError: (error: unknown) => void): SqlPool {
  const rethrow = (error: unknown): never => {
    onError(error);
    throw error;
  };
  return {
    connect: async () => {
      const client = await pool.connect().catch(rethrow);
      return {
        query: (sql, parameters) => client.query(sql, parameters).catch(rethrow),
        release: () => client.release(),
      };
    },
    end: () => pool.end(),
  };
}
