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

  constructor(private readonly now: () => number = Date.now) {}

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
    /** Tables that the open transaction has written to. */
    let open: Set<string> | null = null;
    return {
      query: async (sql, parameters) => {
        const tables = tablesOf(sql);
        const isCommit = sql === 'commit';
        if (sql === 'begin' || sql.startsWith('start transaction')) open = new Set();
        if (sql === 'rollback') open = null;
        if (open) for (const table of tables) open.add(table);
        try {
          const result = await client.query(sql, parameters);
          if (isCommit || !open) for (const table of isCommit ? (open ?? []) : tables) this.failed.delete(table);
          return result;
        } catch (error) {
          if (!isAboutContent(error))
            for (const table of isCommit ? (open ?? []) : tables)
              this.failed.set(table, { at: this.now(), sqlState: sqlStateOf(error) });
          throw error;
        } finally {
          if (isCommit) open = null;
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

/** What a database says that would have stored something else: values and constraints, and that somebody else was first. */
function isAboutContent(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state !== undefined && ['22', '23', '40', '44', 'P0'].includes(state.slice(0, 2));
}
