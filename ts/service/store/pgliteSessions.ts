import type { PGlite } from '@electric-sql/pglite';
import { runStatement } from './pgliteStatement.js';
import type { SqlClient, SqlPool } from './sqlPool.js';

/**
 * PGlite has one session only. Callers queue for it; otherwise their statements would run in each other's transactions.
 */
export class PGliteSessions implements SqlPool {
  private turn: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: PGlite,
    private readonly unlock: () => void = () => {},
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
        // PGlite reports a statement that overflowed the stack, and the commit after it, as empty results.
        if (!command) throw new Error(`PGlite did not complete the statement: ${sql.slice(0, 200)}`);
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
