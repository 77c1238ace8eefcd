import pg from 'pg';
import { INT8_OID, int8 } from './int8.js';
import type { SqlPool } from './sqlPool.js';

/** A PostgreSQL server, version 15 or later, by its URL. */
export function postgresPool(url: string): SqlPool {
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
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // A process that is cut off in the middle of a transaction would keep the lock of a kind of records, and every other from going on.
    idle_in_transaction_session_timeout: 60_000,
  });
  // A session that breaks must not end the process, in use or not: its statement fails, and the next one who needs it gets a new one.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    connect: async () => {
      const client = await pool.connect();
      let isGone = false;
      return {
        query: async (sql, parameters) => {
          if (sql !== 'rollback') return client.query(sql, [...parameters]);
          try {
            return await client.query(sql);
          } catch {
            // The session is gone, so the server has rolled back. What ended it is the failure to tell of, not this one.
            isGone = true;
            return { command: 'ROLLBACK', rowCount: null, rows: [] };
          }
        },
        release: () => client.release(isGone),
      };
    },
    end: () => pool.end(),
  };
}
