import type { Compilable } from 'kysely';
import type { SqlClient, SqlPool, SqlResult } from './sqlPool.js';

/** A statement of a transaction. */
export type Statement = Compilable<unknown>;

/**
 * One transaction in two exchanges with the server: `BEGIN` goes with the statements that read, `COMMIT` with those that write. Each statement still
 * sees what was committed when its turn came, so what is read after a lock is what the lock found. `between` sees what was read and says what is
 * written; when it throws, or a statement fails, nothing is stored.
 */
export async function readThenWrite(
  pool: SqlPool,
  read: readonly Statement[],
  between: (results: readonly SqlResult[]) => readonly Statement[],
): Promise<void> {
  const client = await pool.connect();
  try {
    const [, ...found] = await inOrder([() => client.query('begin', []), ...read.map((one) => sending(client, one))]);
    const write = between(found).map((one) => sending(client, one));
    const done = await inOrder([...write, () => client.query('commit', [])]);
    // A server that could not commit says so by the name of what it did.
    const said = done.at(-1)?.command.toUpperCase();
    if (said !== 'COMMIT') throw new Error(`The transaction ended with ${said}.`);
  } catch (error) {
    // What went wrong matters more than that it could not be taken back: a session that cannot even do that is not used again.
    await client.query('rollback', []).catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

const sending = (client: SqlClient, statement: Statement) => {
  const { sql, parameters } = statement.compile();
  return () => client.query(sql, parameters);
};

/** All of them, once each has its answer. What follows a failed statement fails because of it: the first failure is the one. */
async function inOrder(sendings: readonly (() => Promise<SqlResult>)[]): Promise<SqlResult[]> {
  const results = await Promise.allSettled(sendings.map((send) => send()));
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}
