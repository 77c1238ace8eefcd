import pg from 'pg';
import { INT8_OID, int8 } from './int8.js';
import type { SqlPool, SqlResult } from './sqlPool.js';

export interface PostgresPoolOptions {
  /**
   * ms that a statement may take, 60,000 when left out: a server that is gone without a word would else be waited for as long as TCP does, a
   * quarter of an hour. The server itself gives up after five sixths of it. `null`: no limit.
   */
  readonly timeLimit?: number | null;
  /** ms that a session may take to come about; 10,000 when left out. */
  readonly connectLimit?: number;
  /** ms after which the server ends a session that says nothing in the middle of a transaction; 60,000 when left out. */
  readonly idleLimit?: number;
}

const ROLLED_BACK: SqlResult = { command: 'ROLLBACK', rowCount: null, rows: [] };

/** A PostgreSQL server, version 15 or later, by its URL. */
export function postgresPool(url: string, options: PostgresPoolOptions = {}): SqlPool {
  const { timeLimit = 60_000, connectLimit = 10_000, idleLimit = 60_000 } = options;
  const types = {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
      if (oid === INT8_OID && format !== 'binary') return int8;
      const parse = pg.types.getTypeParser(oid, format as 'text');
      // Bytes come as in PGlite, not as Buffer.
      return oid === pg.types.builtins.BYTEA ? (text: string) => new Uint8Array(parse(text)) : parse;
    }) as typeof pg.types.getTypeParser,
  };
  const pool = new pg.Pool({
    connectionString: url,
    types,
    // What is sent together is answered one after the other all the same, and a statement that fails fails alone.
    pipeline: true,
    connectionTimeoutMillis: connectLimit,
    // What the server ends itself leaves the session as good as it was.
    ...(timeLimit !== null && { query_timeout: timeLimit, statement_timeout: Math.ceil((timeLimit * 5) / 6) }),
    // A statement without a limit ends, too, when the server is gone.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // A process that is cut off in the middle of a transaction would keep the lock of a kind of records, and every other from going on.
    idle_in_transaction_session_timeout: idleLimit,
  });
  // A session that breaks must not end the process, in use or not: its statement fails, and the next one who needs it gets a new one.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    connect: async () => {
      const client = await pool.connect();
      /** What ended the session. */
      let end: { readonly error: unknown } | null = null;
      return {
        query: async (sql, parameters) => {
          const isRollback = sql === 'rollback';
          // The server rolls back when the session is gone. What ended it is the failure to tell of.
          if (end && isRollback) return ROLLED_BACK;
          if (end) throw end.error;
          try {
            return await client.query(sql, [...parameters]);
          } catch (error) {
            // What the server has not said itself says nothing about where the session is: an answer may still come, and would be taken for that of
            // the next statement.
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
