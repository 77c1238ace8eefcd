import { describe, expect, test } from 'vitest';
import { pglitePool } from '../../ts/service/data/store/pglitePool.js';
import type { SqlPool } from '../../ts/service/data/store/sqlPool.js';
import { Store } from '../../ts/service/data/store/store.js';
import { WriteHealth } from '../../ts/service/data/store/writeHealth.js';
import { writesCheck } from '../../ts/service/health/checks.js';

/** A database that answers as a test says. */
function scene() {
  let now = 0;
  const refusals = new Map<string, string>();
  const held = new Map<string, Promise<void>>();
  const pool: SqlPool = {
    connect: async () => ({
      query: async (sql) => {
        await [...held].find(([part]) => sql.includes(part))?.[1];
        const refused = [...refusals].find(([part]) => sql.includes(part));
        if (refused) throw Object.assign(new Error('no'), { code: refused[1] });
        return { command: sql, rowCount: 0, rows: [] };
      },
      release: () => {},
    }),
    end: async () => {},
  };
  const writes = new WriteHealth(() => now);
  const around = writes.around(pool);
  const run = async (...statements: string[]): Promise<void> => {
    const client = await around.connect();
    try {
      for (const sql of statements) await client.query(sql, []).catch(() => client.query('rollback', []));
    } finally {
      client.release();
    }
  };
  /** Leaves statements with this text without an answer until the returned function is called. */
  const hold = (part: string): (() => void) => {
    let answer = () => {};
    held.set(
      part,
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    return () => {
      held.delete(part);
      answer();
    };
  };
  return { writes, refusals, run, hold, pass: (ms: number) => (now += ms), now: () => now };
}

/** Waits until what can be sent is sent. */
const sent = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const INSERT = 'insert into "record" ("a") values ($1) on conflict do nothing';

describe('writes', () => {
  test('that fail count until one to the same table succeeds, whatever else does', async () => {
    const { writes, refusals, run } = scene();
    refusals.set('"record"', '53100');
    await run(INSERT);
    expect(writes.failure).toEqual({ at: 0, sqlState: '53100' });
    await run('select 1', 'update "lease" set a = 1', 'select * from "record2" for update skip locked');
    expect(writes.failure).not.toBeNull();
    refusals.clear();
    await run('begin', INSERT, 'rollback');
    expect(writes.failure).not.toBeNull();
    await run('begin', INSERT, 'commit');
    expect(writes.failure).toBeNull();
  });

  test('that get no answer count while they wait, and a failure stays while the next attempt waits', async () => {
    const { writes, refusals, run, hold, pass, now } = scene();
    const check = writesCheck({
      writes,
      // What is tried is stored, in a table without a lock.
      tryWrite: async () => {
        if (writes.failure) writes.forget(writes.failure);
      },
      now,
    });
    for (const statements of [[INSERT], ['begin', 'select "a" from "record_kind" for update', 'commit'], ['begin']]) {
      const answer = hold(statements.at(-1) === 'commit' ? 'for update' : (statements[0] ?? ''));
      const running = run(...statements);
      await sent();
      pass(10_000);
      expect(await check.run()).toBeNull();
      pass(1_000);
      expect(await check.run()).toBe('Writes wait: the oldest has had no answer for 11 s.');
      answer();
      await running;
      expect([await check.run(), writes.waited]).toEqual([null, 0]);
    }
    // A long read holds up nothing.
    const answer = hold('select');
    const reading = run('select 1');
    await sent();
    pass(60_000);
    expect(await check.run()).toBeNull();
    answer();
    await reading;

    refusals.set(INSERT, '57014');
    await run(INSERT);
    refusals.clear();
    const locked = hold(INSERT);
    const again = run(INSERT);
    await sent();
    pass(6_000);
    expect(await check.run()).toBe('Writes fail: the last write failed.');
    locked();
    await again;
    expect(await check.run()).toBeNull();
  });

  test('in a transaction count with its commit', async () => {
    const { writes, refusals, run } = scene();
    refusals.set('commit', '58030');
    await run('begin', INSERT, 'update "batch" set a = 1', 'commit');
    refusals.clear();
    await run('delete from "batch"');
    expect(writes.failure).toEqual({ at: 0, sqlState: '58030' });
    await run('with x as (select 1 for update) insert into "record" select * from x');
    expect(writes.failure).toBeNull();
  });

  test('sent together fail together, and a commit that rolls back stores nothing', async () => {
    const states: (string | null)[] = [null, '53100', '25P02', null];
    const writes = new WriteHealth(() => 0);
    const pool = writes.around({
      connect: async () => ({
        query: async (sql) => {
          const code = states.shift();
          if (code) throw Object.assign(new Error('no'), { code });
          return { command: sql === 'commit' ? 'ROLLBACK' : sql, rowCount: 0, rows: [] };
        },
        release: () => {},
      }),
      end: async () => {},
    });
    const client = await pool.connect();
    await Promise.allSettled(
      ['begin', INSERT, 'update "batch" set a = 1', 'commit'].map((sql) => client.query(sql, [])),
    );
    expect(writes.failure).toEqual({ at: 0, sqlState: '53100' });
    await client.query('delete from "batch"', []);
    expect(writes.failure).not.toBeNull();
    await client.query(INSERT, []);
    expect(writes.failure).toBeNull();
  });

  test('that failed behind another one of their transaction, or during a probe, are told apart', async () => {
    const { writes, refusals, run, pass } = scene();
    refusals.set('"record"', '25P02');
    await run('begin', INSERT);
    expect(writes.failure).toBeNull();
    refusals.set('"record"', '53100');
    await run(INSERT);
    const first = writes.failure;
    pass(1);
    refusals.set('"batch"', '25006');
    await run('update "batch" set a = 1');
    expect(writes.failure).toEqual({ at: 1, sqlState: '25006' });
    if (first) writes.forget(first);
    expect(writes.failure).toEqual({ at: 1, sqlState: '25006' });
    if (writes.failure) writes.forget(writes.failure);
    expect(writes.failure).toBeNull();
  });

  test('behind locked rows count for the table that is written', async () => {
    const { writes, refusals, run } = scene();
    refusals.set('"record"', '53100');
    await run('with x as (select 1 from "lease" for update skip locked) insert into "record" select * from x');
    expect(writes.failure).not.toBeNull();
    refusals.clear();
    await run(INSERT);
    expect(writes.failure).toBeNull();
  });

  test('after a transaction that was rolled back, or begun with options, count separately', async () => {
    const { writes, refusals, run } = scene();
    refusals.set('"record"', '53100');
    await run(INSERT);
    refusals.clear();
    await run('begin', 'update "batch" set a = 1', 'rollback', INSERT);
    expect(writes.failure).toBeNull();
    refusals.set('"record"', '53100');
    await run(INSERT);
    refusals.clear();
    await run('start transaction isolation level serializable', INSERT);
    expect(writes.failure).not.toBeNull();
    await run('start transaction isolation level serializable', INSERT, 'commit');
    expect(writes.failure).toBeNull();
  });

  test('refused for their content say nothing about the next', async () => {
    const { writes, refusals, run } = scene();
    for (const state of ['22P05', '23505', '40001', '40P01', '44000', 'P0001']) {
      refusals.set('"record"', state);
      await run(INSERT);
    }
    refusals.set('select', '53100');
    await run('select 1');
    expect(writes.failure).toBeNull();
    for (const state of ['25006', '42501', '53100', '57P03', '58030', 'XX000', 'ECONNRESET']) {
      refusals.set('"record"', state);
      await run(INSERT);
      expect([state, writes.failure === null]).toEqual([state, false]);
      refusals.clear();
      await run(INSERT);
      expect(writes.failure).toBeNull();
    }
  });
});

describe('readiness', () => {
  test('says why nothing is stored, and probes once nothing comes in', async () => {
    const { writes, refusals, run, pass, now } = scene();
    let tried = 0;
    const tryWrite = async () => {
      tried++;
      const before = writes.failure;
      await run('insert into "lease" ("a") values ($1)');
      if (refusals.size > 0) throw new Error('no');
      if (before) writes.forget(before);
    };
    const { run: check } = writesCheck({ writes, tryWrite, now });
    expect(await check()).toBeNull();
    refusals.set('insert', '53100');
    await run(INSERT);
    expect([await check(), tried]).toEqual(['Writes fail: the disk is full.', 0]);
    pass(5_000);
    refusals.set('insert', '25006');
    expect([await check(), tried]).toEqual(['Writes fail: the database is read-only.', 1]);
    refusals.clear();
    // A failed probe counts as a failure too.
    expect([await check(), tried]).toEqual(['Writes fail: the database is read-only.', 1]);
    pass(5_000);
    expect([await check(), tried]).toEqual([null, 2]);
    expect([await check(), tried]).toEqual([null, 2]);
  });

  test('a probe leaves nothing behind, and fails where nothing can be written', async () => {
    const pool = await pglitePool();
    const store = await Store.over({ connect: () => pool.connect(), end: async () => {} });
    try {
      await store.tryWrite();
      const rows = async (sql: string) => {
        const client = await pool.connect();
        return client.query(sql, []).finally(() => client.release());
      };
      expect((await rows('select * from lease')).rows).toEqual([]);
      await rows('set default_transaction_read_only = on');
      await expect(store.leases.take('a', 'b', 0, 1)).rejects.toMatchObject({ code: '25006' });
      const check = writesCheck({ writes: store.writes, tryWrite: () => store.tryWrite(), quiet: 0 });
      expect(await check.run()).toBe('Writes fail: the database is read-only.');
      await rows('set default_transaction_read_only = off');
      expect(await check.run()).toBeNull();
    } finally {
      await store.close();
      await pool.end();
    }
  });
});
