import type { SqlClient, SqlPool } from './sqlPool.js';

/**
 * Wraps a pool so that every statement runs in a read-only transaction. The session does not keep a setting, because a
 * pooler in front of the server could pass it on to another process.
 */
export function readOnlyPool(pool: SqlPool): SqlPool {
  return { connect: async () => reading(await pool.connect()), end: () => pool.end() };
}

function reading(client: SqlClient): SqlClient {
  let isOpen = false;
  return {
    query: async (sql, parameters) => {
      if (sql === 'begin' || sql.startsWith('start transaction')) {
        isOpen = true;
        return client.query(`${sql} read only`, parameters);
      }
      if (isOpen) {
        if (sql === 'commit' || sql === 'rollback') isOpen = false;
        return client.query(sql, parameters);
      }
      await client.query('begin read only', []);
      try {
        const result = await client.query(sql, parameters);
        await client.query('commit', []);
        return result;
      } catch (error) {
        // The original error matters more than a failed clean-up.
        await client.query('rollback', []).catch(() => {});
        throw error;
      }
    },
    release: () => client.release(),
  };
}
