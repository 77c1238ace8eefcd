import type { SqlPool } from './sqlPool.js';

/** Wraps a pool. Calls `onError` for each failed statement and each failed connection. */
export function observedPool(pool: SqlPool, onError: (error: unknown) => void): SqlPool {
  const told = (error: unknown): never => {
    onError(error);
    throw error;
  };
  return {
    connect: async () => {
      const client = await pool.connect().catch(told);
      return {
        query: (sql, parameters) => client.query(sql, parameters).catch(told),
        release: () => client.release(),
      };
    },
    end: () => pool.end(),
  };
}
