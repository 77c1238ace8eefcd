import type { SqlPool } from './sqlPool.js';

/** The same sessions; `onError` is told of each statement that failed and each session that could not be had. */
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
