import { Kysely, PostgresDialect } from 'kysely';
import { BatchStore } from './batchStore.js';
import { DayStore } from './dayStore.js';
import { LeaseStore } from './leaseStore.js';
import { migrate } from './migrate.js';
import { pglitePool } from './pglitePool.js';
import { postgresPool } from './postgresPool.js';
import { RecordStore } from './recordStore.js';
import type { SqlPool } from './sqlPool.js';
import { SubscriptionStore } from './subscriptionStore.js';
import type { Tables } from './tables.js';

/** Where the data is: a server by its URL, a folder, or the memory of this process. */
export type StorePlace = { readonly url: string } | { readonly folder: string } | 'memory';

/** Everything that outlives the process. */
export class Store {
  readonly records: RecordStore;
  readonly batches: BatchStore;
  readonly days: DayStore;
  readonly leases: LeaseStore;
  readonly subscriptions: SubscriptionStore;

  private constructor(private readonly database: Kysely<Tables>) {
    this.records = new RecordStore(database);
    this.batches = new BatchStore(database);
    this.days = new DayStore(database);
    this.leases = new LeaseStore(database);
    this.subscriptions = new SubscriptionStore(database);
  }

  /** Opens the database and brings it up to date; 7053 and 7054 when it does not fit this version. */
  static async open(place: StorePlace): Promise<Store> {
    return Store.over(
      place === 'memory'
        ? await pglitePool()
        : 'url' in place
          ? postgresPool(place.url)
          : await pglitePool(place.folder),
    );
  }

  /** The same over sessions that somebody else has opened; `close` ends them. */
  static async over(pool: SqlPool): Promise<Store> {
    const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) });
    try {
      await migrate(database);
    } catch (error) {
      // What went wrong matters more than that it could not be tidied up.
      await database.destroy().catch(() => {});
      throw error;
    }
    return new Store(database);
  }

  async close(): Promise<void> {
    await this.database.destroy();
  }
}
