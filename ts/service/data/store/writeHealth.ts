import type { RealTime } from '../../clock/clock.js';
import type { SqlClient, SqlPool } from './sqlPool.js';
import { sqlStateOf } from './sqlState.js';

/** A failed write. */
export interface WriteFailure {
  /** Real time, ms. */
  readonly at: number;
  /** Undefined if the error is not the database's own. */
  readonly sqlState: string | undefined;
}

/**
 * Whether writes are stored, judged by this process's statements: the last write to each table counts, and in a
 * transaction its commit. A small write that still succeeds does not clear the failure of larger writes.
 */
export class WriteHealth {
  private readonly failed = new Map<string, WriteFailure>();
  /** The time at which each unanswered statement was sent, if it writes or a write waits for it: real time, ms. */
  private readonly unanswered = new Set<{ readonly since: number }>();

  constructor(private readonly now: () => RealTime = Date.now) {}

  /** The latest failure whose table has not been written since. */
  get failure(): WriteFailure | null {
    return [...this.failed.values()].sort((a, b) => b.at - a.at)[0] ?? null;
  }

  /** ms (real time) for which the oldest write has had no answer, for example because it waits for a lock. */
  get waited(): number {
    return Math.max(0, ...[...this.unanswered].map(({ since }) => this.now() - since));
  }

  /** Wraps a pool to watch its writes. */
  around(pool: SqlPool): SqlPool {
    return { connect: async () => this.listened(await pool.connect()), end: () => pool.end() };
  }

  /** Clears `before` and earlier failures, after a test write succeeded. */
  forget(before: WriteFailure): void {
    for (const [table, { at }] of this.failed) if (at <= before.at) this.failed.delete(table);
  }

  private listened(client: SqlClient): SqlClient {
    /** Tables written by the open transaction. Its statements may be pipelined. */
    let open: Set<string> | null = null;
    return {
      query: async (sql, parameters) => {
        if (sql === 'begin' || sql.startsWith('start transaction')) open = new Set();
        const transaction = open;
        const isCommit = sql === 'commit';
        const tables = isCommit ? [...(transaction ?? [])] : tablesOf(sql);
        if (isCommit || sql === 'rollback') open = null;
        else for (const table of tables) transaction?.add(table);
        const sent = { since: this.now() };
        if (transaction || [...tables].length > 0) this.unanswered.add(sent);
        try {
          const result = await client.query(sql, parameters);
          // A commit after a failed statement rolls back, and reports itself as ROLLBACK.
          const isStored = isCommit ? result.command.toUpperCase() === 'COMMIT' : !transaction;
          if (isStored) for (const table of tables) this.failed.delete(table);
          return result;
        } catch (error) {
          const failure = { at: this.now(), sqlState: sqlStateOf(error) };
          if (!isAboutContent(failure)) for (const table of tables) this.failed.set(table, failure);
          throw error;
        } finally {
          this.unanswered.delete(sent);
        }
      },
      release: () => client.release(),
    };
  }
}

const BEGIN = /^\s*(?:insert\s+into|update|delete\s+from)\s+"?(\w+)/i;
const INSIDE = /\b(?:insert\s+into|(?<!\b(?:for|do|key)\s+)update|delete\s+from)\s+"?(\w+)/gi;

/** The tables that a statement writes to. Values are parameters, so the text contains none. */
function tablesOf(sql: string): readonly string[] {
  const [, table] = BEGIN.exec(sql) ?? [];
  if (table !== undefined) return [table];
  return /^\s*with\b/i.test(sql) ? [...sql.matchAll(INSIDE)].map(([, inner]) => inner as string) : [];
}

/**
 * Errors about the content rather than the storage: values, constraints, concurrent changes, and statements after a
 * failed one.
 */
function isAboutContent({ sqlState }: WriteFailure): boolean {
  return (
    sqlState === '25P02' || (sqlState !== undefined && ['22', '23', '40', '44', 'P0'].includes(sqlState.slice(0, 2)))
  );
}
