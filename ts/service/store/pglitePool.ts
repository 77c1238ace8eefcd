import { PGlite } from '@electric-sql/pglite';
import { lockFolder } from './folderLock.js';
import { INT8_OID, int8 } from './int8.js';
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
      parsers: { [INT8_OID]: int8 },
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
        const { rows, affectedRows, command } = await this.database.query(sql, [...parameters]);
        return { command: command ?? '', rowCount: affectedRows || rows.length, rows };
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
