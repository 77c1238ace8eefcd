import type { RealTime } from '../../clock/index.js';
import type { SqlClient, SqlPool } from './sqlPool.js';
import { sqlStateOf } from './sqlState.js';

/** A write that failed. */
export interface WriteFailure {
  /** ms of the machine's clock. */
  readonly at: number;
  /** SQLSTATE; undefined for what the database did not say itself. */
  readonly sqlState: string | undefined;
}

/**
 * Whether what is written is stored, as the statements of this process show it: of each table the last write counts, and in a transaction its
 * commit. A small write that still finds room does not make up for records that find none.
 */
export class WriteHealth {
  private readonly failed = new Map<string, WriteFailure>();

  constructor(private readonly now: () => RealTime = Date.now) {}

  /** The latest one after which nothing was stored in its table. */
  get failure(): WriteFailure | null {
    return [...this.failed.values()].sort((a, b) => b.at - a.at)[0] ?? null;
  }

  /** The same sessions, listened to. */
  around(pool: SqlPool): SqlPool {
    return { connect: async () => this.listened(await pool.connect()), end: () => pool.end() };
  }

  /** After a try that succeeded: what had failed before it counts no more. */
  forget(before: WriteFailure): void {
    for (const [table, { at }] of this.failed) if (at <= before.at) this.failed.delete(table);
  }

  private listened(client: SqlClient): SqlClient {
    /** Tables that the open transaction writes to. Its statements may be on their way together. */
    let open: Set<string> | null = null;
    return {
      query: async (sql, parameters) => {
        if (sql === 'begin' || sql.startsWith('start transaction')) open = new Set();
        const transaction = open;
        const isCommit = sql === 'commit';
        const tables = isCommit ? (transaction ?? new Set()) : tablesOf(sql);
        if (isCommit || sql === 'rollback') open = null;
        else for (const table of tables) transaction?.add(table);
        try {
          const result = await client.query(sql, parameters);
          // A commit behind a failed statement rolls back, and says so by the name of what it did.
          const isStored = isCommit ? result.command.toUpperCase() === 'COMMIT' : !transaction;
          if (isStored) for (const table of tables) this.failed.delete(table);
          return result;
        } catch (error) {
          const failure = { at: this.now(), sqlState: sqlStateOf(error) };
          if (!isAboutContent(failure)) for (const table of tables) this.failed.set(table, failure);
          throw error;
        }
      },
      release: () => client.release(),
    };
  }
}

const BEGIN = /^\s*(?:insert\s+into|update|delete\s+from)\s+"?(\w+)/i;
const INSIDE = /\b(?:insert\s+into|(?<!\b(?:for|do|key)\s+)update|delete\s+from)\s+"?(\w+)/gi;

/** What a statement writes to. Values are parameters and stand in no text. */
function tablesOf(sql: string): readonly string[] {
  const [, table] = BEGIN.exec(sql) ?? [];
  if (table !== undefined) return [table];
  return /^\s*with\b/i.test(sql) ? [...sql.matchAll(INSIDE)].map(([, inner]) => inner as string) : [];
}

/**
 * What a database says that would have stored something else: values and constraints, that somebody else was first, and that a statement before
 * this one failed.
 */
function isAboutContent({ sqlState }: WriteFailure): boolean {
  return (
    sqlState === '25P02' || (sqlState !== undefined && ['22', '23', '40', '44', 'P0'].includes(sqlState.slice(0, 2)))
  );
}
