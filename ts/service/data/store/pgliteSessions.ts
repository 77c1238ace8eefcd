import { setImmediate } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { runStatement } from './pgliteStatement.js';
import type { SqlClient, SqlPool } from './sqlPool.js';

/** ms for which statements follow each other until the rest of the process has a turn. */
const SHARE = 10;

export interface SessionsOptions {
  /** Whether the rest of the process has turns while statements follow each other. Default false. */
  readonly shares?: boolean;
  /** Called once the database is closed. */
  readonly onClosed?: () => void;
}

/**
 * PGlite has one session only. Callers queue for it; otherwise their statements would run in each other's transactions.
 */
export class PGliteSessions implements SqlPool {
  private turn: Promise<void> = Promise.resolve();
  /** When the rest of the process had a turn, ms of this machine. */
  private shared = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly database: PGlite,
    private readonly options: SessionsOptions = {},
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
        if (this.options.shares) await this.share();
        const { rows, affectedRows, command } = await runStatement(this.database, sql, parameters);
        // PGlite reports a statement that overflowed the stack, and the commit after it, as empty results.
        if (!command) throw new Error(`PGlite did not complete the statement: ${sql.slice(0, 200)}`);
        return { command, rowCount: affectedRows || rows.length, rows };
      },
      release,
    };
  }

  /**
   * PGlite answers within the same turn of the event loop. As long as statements wait, there would be no other one: no
   * request would be read, no timer would fire, and no signal would arrive.
   */
  private async share(): Promise<void> {
    if (performance.now() - this.shared < SHARE) return;
    await setImmediate();
    this.shared = performance.now();
  }

  async end(): Promise<void> {
    await this.turn;
    try {
      if (!this.database.closed) await this.database.close();
    } finally {
      this.options.onClosed?.();
    }
  }
}
