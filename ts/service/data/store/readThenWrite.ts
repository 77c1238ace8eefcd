import type { Compilable } from 'kysely';
import type { SqlClient, SqlPool, SqlResult } from './sqlPool.js';

/** A statement inside a transaction. */
export type Statement = Compilable<unknown>;

/**
 * Runs a transaction in two round trips: BEGIN goes with the reads, COMMIT with the writes. Each statement still sees
 * the data that was committed when it ran, so a read after a lock sees the locked state. `between` maps the results of
 * the reads to the writes. If it throws or a statement fails, nothing is stored.
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
    // A failed COMMIT reports itself as ROLLBACK.
    const said = done.at(-1)?.command.toUpperCase();
    if (said !== 'COMMIT') throw new Error(`the transaction ended with ${said}`);
  } catch (error) {
    // The original error matters more than a failed rollback; a session that cannot roll back is discarded.
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

/** Waits for all answers, then throws the first failure, because later failures are its consequences. */
async function inOrder(sendings: readonly (() => Promise<SqlResult>)[]): Promise<SqlResult[]> {
  const results = await Promise.allSettled(sendings.map((send) => send()));
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}
