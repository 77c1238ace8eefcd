import type { Store } from '../../../ts/service/data/store/store.js';
import { WriteHealth } from '../../../ts/service/data/store/writeHealth.js';
import { MemoryBatches } from './memoryBatches.js';
import type { MemoryDatabase } from './memoryDatabase.js';
import { MemoryDays } from './memoryDays.js';
import { MemoryLeases } from './memoryLeases.js';
import { MemoryMatches } from './memoryMatches.js';
import { MemoryRecords } from './memoryRecords.js';
import { MemorySession } from './memorySession.js';
import { MemorySubscriptions } from './memorySubscriptions.js';

export { MemoryDatabase } from './memoryDatabase.js';

/** What is public of a class: private fields keep it from being implemented otherwise. */
type Public<T> = T extends (...parameters: never[]) => unknown ? T : Pick<T, keyof T>;

/**
 * `Store` in memory: one process's view of a database. The compiler asks for each public method; `steps` compares them
 * with the database.
 */
class MemoryStore implements Pick<{ [Name in keyof Store]: Public<Store[Name]> }, keyof Store> {
  readonly records: MemoryRecords;
  readonly keptRecords: MemoryRecords;
  readonly matches: MemoryMatches;
  readonly batches: MemoryBatches;
  readonly days: MemoryDays;
  readonly leases: MemoryLeases;
  readonly subscriptions: MemorySubscriptions;
  readonly writes: WriteHealth;
  private readonly session: MemorySession;

  constructor(
    database: MemoryDatabase,
    private readonly now: () => number,
  ) {
    const session = new MemorySession(database);
    this.session = session;
    this.records = new MemoryRecords(session);
    this.keptRecords = this.records;
    this.matches = new MemoryMatches(session);
    this.batches = new MemoryBatches(session);
    this.days = new MemoryDays(session);
    this.leases = new MemoryLeases(session);
    this.subscriptions = new MemorySubscriptions(session);
    this.writes = new WriteHealth(now);
  }

  async ping(): Promise<void> {
    return this.session.run(() => {});
  }

  async time(): Promise<number> {
    return this.session.run(() => Math.floor(this.now()));
  }

  async tryWrite(): Promise<void> {
    return this.session.run(() => {
      const { failure } = this.writes;
      if (failure) this.writes.forget(failure);
    });
  }

  async close(): Promise<void> {
    this.session.close();
  }
}

/** A process's store over a database in memory. `now` is the database's clock, Unix time in ms. */
export const memoryStore = (database: MemoryDatabase, { now = Date.now }: { now?: () => number } = {}): Store =>
  new MemoryStore(database, now) as unknown as Store;
