import { PGlite } from '@electric-sql/pglite';
import { fail, LinesmanError } from '../../error/index.js';
import { holdsDatabase } from './databaseFolder.js';
import { folderFailure } from './folderFailure.js';
import { lockFolder } from './folderLock.js';
import { runStatement } from './pgliteStatement.js';
import type { SqlClient, SqlPool } from './sqlPool.js';

/**
 * PostgreSQL inside this process: in a folder, or without one in memory. One process at a time may use a folder: two would destroy it.
 * Errors: 7133 when another process does, 7231 it cannot be written, 7233 it is of another version, 7230 it is damaged.
 */
export async function pglitePool(folder?: string): Promise<SqlPool> {
  const unlock = folder === undefined ? () => {} : lockFolder(folder);
  try {
    return new PGlitePool(await (folder === undefined ? PGlite.create() : openFolder(folder)), unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function openFolder(folder: string): Promise<PGlite> {
  try {
    holdsDatabase(folder);
    return await PGlite.create({ dataDir: folder });
  } catch (cause) {
    if (cause instanceof LinesmanError) throw cause;
    if ((cause as NodeJS.ErrnoException).syscall !== undefined) folderFailure(folder, cause);
    // What was tried has no words for it.
    return fail(7230, { message: `The database in ${folder} cannot be opened: it is damaged.`, cause });
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
