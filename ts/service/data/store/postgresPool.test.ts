import pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { postgresPool } from './postgresPool.js';

afterEach(() => vi.restoreAllMocks());

const refused = Object.assign(new pg.DatabaseError('refused', 1, 'error'), { code: '23505' });
const lost = new Error('Connection terminated');

/** A session that answers statements with these errors or rows, one after the other, and what became of it. */
async function sessionWith(...answers: readonly unknown[]) {
  const destroyed: (boolean | undefined)[] = [];
  const sent: string[] = [];
  const client = {
    query: async (sql: string) => {
      sent.push(sql);
      const answer = answers[sent.length - 1];
      if (answer instanceof Error) throw answer;
      return answer;
    },
    release: (destroy?: boolean) => destroyed.push(destroy),
  };
  vi.spyOn(pg, 'Pool').mockImplementation(function (this: unknown) {
    return { on: () => {}, connect: async () => client, end: async () => {} } as unknown as pg.Pool;
  });
  const session = await postgresPool('postgres://db.example/linesman').connect();
  const run = (sql: string) => session.query(sql, []).catch((error: unknown) => error);
  return { session, run, sent, destroyed };
}

it('client and server both limit a statement, the server first', () => {
  const pool = vi.spyOn(pg, 'Pool').mockImplementation(function (this: unknown) {
    return { on: () => {} } as unknown as pg.Pool;
  });
  const limitsOf = (timeLimit?: number | null) => {
    postgresPool('postgres://db.example/linesman', timeLimit === undefined ? {} : { timeLimit });
    const { query_timeout, statement_timeout } = pool.mock.lastCall?.[0] ?? {};
    return [query_timeout, statement_timeout];
  };
  expect(limitsOf()).toEqual([60_000, 50_000]);
  expect(limitsOf(1_000)).toEqual([1_000, 834]);
  expect(limitsOf(null)).toEqual([undefined, undefined]);
});

it('a session is used again after a statement that the server refused', async () => {
  const { session, run, destroyed } = await sessionWith(refused, { rows: [1] });
  expect(await run('insert')).toBe(refused);
  expect(await run('select')).toEqual({ rows: [1] });
  session.release();
  expect(destroyed).toEqual([false]);
});

it('a lost session answers nothing more, counts as rolled back, and does not go back to the pool', async () => {
  const { session, run, sent, destroyed } = await sessionWith(lost);
  expect(await run('insert')).toBe(lost);
  expect(await run('select')).toBe(lost);
  expect(await run('rollback')).toMatchObject({ command: 'ROLLBACK' });
  expect(sent).toEqual(['insert']);
  session.release();
  expect(destroyed).toEqual([true]);
});

it.each([
  ['refused', refused],
  ['lost', lost],
])('nor does one whose rollback was %s', async (_, error) => {
  const { session, run, destroyed } = await sessionWith(error);
  expect(await run('rollback')).toMatchObject({ command: 'ROLLBACK' });
  session.release();
  expect(destroyed).toEqual([true]);
});

it('the rows of a result are not kept by what the driver made for its statement', async () => {
  const made = { command: 'SELECT', rowCount: 2, rows: [{ n: 1 }, { n: 2 }] };
  const { run } = await sessionWith(made);
  expect(await run('select')).toEqual({ command: 'SELECT', rowCount: 2, rows: [{ n: 1 }, { n: 2 }] });
  expect(made.rows).toEqual([]);
});
