import pg from 'pg';
import { INT8_OID, int8 } from './int8.js';
import type { SqlPool, SqlResult } from './sqlPool.js';

export interface PostgresPoolOptions {
  /**
   * ms that a statement may take, default 60,000. Without it, a server that vanished would block until TCP gives up
   * after a quarter of an hour. The server itself cancels at five sixths of the limit. `null`: no limit.
   */
  readonly timeLimit?: number | null;
  /** ms that connecting may take, default 10,000. */
  readonly connectLimit?: number;
  /** ms after which the server ends a session that idles inside a transaction, default 60,000. */
  readonly idleLimit?: number;
}

const ROLLED_BACK: SqlResult = { command: 'ROLLBACK', rowCount: null, rows: [] };

/**
 * Takes the rows from a result. What pg made for the query lives long enough to become old, and something old keeps
 * what it refers to until the whole heap is collected: whoever reads on and on would fill the memory with rows.
 */
const taken = ({ command, rowCount, rows }: pg.QueryResult): SqlResult => ({ command, rowCount, rows: rows.splice(0) });

/** A PostgreSQL server, version 15 or later, by URL. */
export function postgresPool(url: string, options: PostgresPoolOptions = {}): SqlPool {
  const { timeLimit = 60_000, connectLimit = 10_000, idleLimit = 60_000 } = options;
  const types = {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
      if (oid === INT8_OID && format !== 'binary') return int8;
      const parse = pg.types.getTypeParser(oid, format as 'text');
      // Bytes as Uint8Array, as from PGlite, instead of Buffer.
      return oid === pg.types.builtins.BYTEA ? (text: string) => new Uint8Array(parse(text)) : parse;
    }) as typeof pg.types.getTypeParser,
  };
  const pool = new pg.Pool({
    connectionString: url,
    types,
    // Pipelined statements are still answered in order, and each fails on its own.
    pipeline: true,
    connectionTimeoutMillis: connectLimit,
    // A statement that the server cancels leaves the session usable, so the server's limit is shorter.
    ...(timeLimit !== null && { query_timeout: timeLimit, statement_timeout: Math.ceil((timeLimit * 5) / 6) }),
    // Ends even a statement without a limit when the server vanishes.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // A process cut off inside a transaction would otherwise keep the lock on a kind of records and block every other
    // process.
    idle_in_transaction_session_timeout: idleLimit,
  });
  // A broken session must not crash the process. Its statement fails, and the next caller gets a new session.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    connect: async () => {
      const client = await pool.connect();
      /** The error that ended the session. */
      let end: { readonly error: unknown } | null = null;
      return {
        query: async (sql, parameters) => {
          const isRollback = sql === 'rollback';
          // If the session is lost, the server rolls back by itself. The first error is the one to report.
          if (end && isRollback) return ROLLED_BACK;
          if (end) throw end.error;
          try {
            return taken(await client.query(sql, [...parameters]));
          } catch (error) {
            // An error that is not the server's own leaves the session in an unknown state: a late answer would be
            // taken for the next statement's.
            if (isRollback || !(error instanceof pg.DatabaseError)) end = { error };
            if (isRollback) return ROLLED_BACK;
            throw error;
          }
        },
        release: () => client.release(end !== null),
      };
    },
    end: () => pool.end(),
  };
}
