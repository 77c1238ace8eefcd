import type { PGlite } from '@electric-sql/pglite';
import { runStatement } from './pgliteStatement.js';
import type { SqlClient, SqlPool } from './sqlPool.js';

/** There is one session only, so whoever has it keeps others waiting: else their statements would run in its transaction. */
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
