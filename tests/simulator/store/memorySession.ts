import type { MemoryDatabase } from './memoryDatabase.js';

/** A process's connection to the database. */
export class MemorySession {
  private isClosed = false;

  constructor(readonly database: MemoryDatabase) {}

  /** Runs a transaction at once, before this returns. Rejects after `close`. */
  async run<T>(work: (database: MemoryDatabase) => T): Promise<T> {
    if (this.isClosed) throw new Error('The store is closed.');
    return this.database.transaction(() => work(this.database));
  }

  close(): void {
    this.isClosed = true;
  }
}
