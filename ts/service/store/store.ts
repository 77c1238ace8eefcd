import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { fail, MIGRATIONS_MISSING } from 'linesman/error';
import { BatchStore } from './batchStore.js';
import { databaseOver } from './databaseOver.js';
import { DayStore } from './dayStore.js';
import { KeptRecordStore } from './keptRecordStore.js';
import { LeaseStore } from './leaseStore.js';
import { migrate, migrationState } from './migrate.js';
import { migrateStore } from './migrateStore.js';
import { observedPool } from './observedPool.js';
import { RecordStore } from './recordStore.js';
import type { SqlPool } from './sqlPool.js';
import { poolOf, type StorePlace } from './storePlace.js';
import { SubscriptionStore } from './subscriptionStore.js';
import type { Tables } from './tables.js';
import { WriteHealth } from './writeHealth.js';

export interface StoreOptions {
  /**
   * `false`: a database that lacks migrations is refused (MIGRATIONS_MISSING) instead of brought up to date. Default
   * `true`. Which one is right for a server is the caller's business: with `false` the service needs no right to create
   * tables.
   */
  readonly migrate?: boolean;
  /** Told of each statement that failed and each session that could not be had, before the caller is. */
  readonly onError?: (error: unknown) => void;
  /** ms that a statement on a server may take, migrations apart. Default 60,000. */
  readonly timeLimit?: number;
}

/** Rows and characters of each that `tryWrite` stores: more than what is left in pages that exist. */
const TRIED_ROWS = 64;
const TRIED_CHARACTERS = 1_000;

/** Everything that outlives the process. */
export class Store {
  readonly records: RecordStore;
  /** The same records, those that were read before from memory: for whoever answers with them. */
  readonly keptRecords: RecordStore;
  readonly batches: BatchStore;
  readonly days: DayStore;
  readonly leases: LeaseStore;
  readonly subscriptions: SubscriptionStore;

  private constructor(
    private readonly database: Kysely<Tables>,
    pool: SqlPool,
    /** How the writes of this process fare. */
    readonly writes: WriteHealth,
  ) {
    this.records = new RecordStore(database, pool);
    this.keptRecords = new KeptRecordStore(database, pool);
    this.batches = new BatchStore(database);
    this.days = new DayStore(database);
    this.leases = new LeaseStore(database);
    this.subscriptions = new SubscriptionStore(database);
  }

  /**
   * Opens the database and brings it up to date. Errors: MIGRATION_CHANGED or UNKNOWN_MIGRATION it does not fit this
   * version; MIGRATIONS_MISSING.
   */
  static async open(place: StorePlace, options: StoreOptions = {}): Promise<Store> {
    const { migrate: brings = true, timeLimit } = options;
    if (brings && place !== 'memory' && 'url' in place) await migrateStore(place);
    const pool = await poolOf(place, { isUpToDate: brings, ...(timeLimit !== undefined && { timeLimit }) });
    return Store.over(pool, options);
  }

  /** The same over sessions that somebody else has opened; `close` ends them. */
  static async over(pool: SqlPool, { migrate: brings = true, onError }: StoreOptions = {}): Promise<Store> {
    const writes = new WriteHealth();
    const sessions = writes.around(onError ? observedPool(pool, onError) : pool);
    const database = databaseOver(sessions);
    try {
      if (brings) await migrate(database);
      else await refuseOlder(database);
    } catch (error) {
      // What went wrong matters more than that it could not be tidied up.
      await database.destroy().catch(() => {});
      throw error;
    }
    return new Store(database, sessions, writes);
  }

  /** Whether the database answers; throws when it does not. */
  async ping(): Promise<void> {
    await sql`select 1`.execute(this.database);
  }

  /** What the clock of the database shows, Unix time in ms; throws when it does not answer. */
  async time(): Promise<number> {
    const { rows } = await sql<{ now: number }>`
      select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(this.database);
    return (rows[0] as { now: number }).now;
  }

  /** Stores some 64 KB and takes them away again; throws when they cannot be stored. What had failed before is forgotten then. */
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
