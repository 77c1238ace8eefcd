import { PGlite } from '@electric-sql/pglite';
import { lockFolder } from './folderLock.js';
import { runStatement } from './pgliteStatement.js';
import type { SqlClient, SqlPool } from './sqlPool.js';

/**
 * PostgreSQL inside this process: in a folder, or without one in memory. One process at a time may use a folder: two would destroy it.
 * Errors: 7133 when another process does.
 */
export async function pglitePool(folder?: string): Promise<SqlPool> {
  const unlock = folder === undefined ? () => {} : lockFolder(folder);
  try {
    const database = await PGlite.create({
      ...(folder !== undefined && { dataDir: folder }),
    });
    return new PGlitePool(database, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** There is one session only, so whoever has it keeps others waiting: else their statements would run in its transaction. */
class PGlitePool implements SqlPool {
  private turn: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: PGlite,
    private readonly unlock: () => void,
  ) {}

  async connect(): Promise<SqlClient> {
    const before = this.turn;
    let release = () => {};
    this.turn = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    return {
      query: async (sql, parameters) => {
        const { rows, affectedRows, command } = await runStatement(this.database, sql, parameters);
        // A statement that overflows the stack is given back as if it had been empty, and so is the commit after it.
        if (!command) throw new Error(`PGlite did not run to its end: ${sql.slice(0, 200)}`);
        return { command, rowCount: affectedRows || rows.length, rows };
      },
      release,
    };
  }

  async end(): Promise<void> {
    await this.turn;
    try {
      if (!this.database.closed) await this.database.close();
    } finally {
      this.unlock();
    }
  }
}
