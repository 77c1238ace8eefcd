import { expect, test } from 'vitest';
import { databaseOver } from '../../ts/service/data/store/databaseOver.js';
import { migrate, readMigrations } from '../../ts/service/data/store/migrate.js';
import type { SqlPool } from '../../ts/service/data/store/sqlPool.js';
import { Crash, Mortal } from '../helpers/service/crash.js';
import { rowsOf, sharedDatabase, statements } from '../helpers/service/database.js';

const target = sharedDatabase();

const MIGRATIONS = readMigrations();

const empty = () => statements(target.pool, 'drop schema public cascade', 'create schema public');

/** Columns, indices and rows that migrations create. */
async function schema(): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (const query of [
    `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
      where table_schema = 'public' order by 1, 2`,
    `select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`,
    'select * from record_kind order by kind',
    'select version, name, checksum from schema_migration order by version',
  ])
    rows.push(await rowsOf(target.pool, query));
  return rows;
}

const tables = () =>
  rowsOf(target.pool, `select table_name from information_schema.tables where table_schema = 'public'`);

const run = (pool: SqlPool, to = MIGRATIONS.length) => migrate(databaseOver(pool), MIGRATIONS.slice(0, to));

test('a process killed at any statement of a migration changes nothing, and the next process finishes', async () => {
  const steps = new Mortal(Number.MAX_SAFE_INTEGER, 'before');
  await empty();
  await run(steps.pool(target.pool));
  const whole = await schema();
  const all = steps.stepsTaken;
  expect(all).toBeGreaterThan(MIGRATIONS.length);
  for (let step = 1; step <= all; step++) {
    // After the commit the migration is done, whether or not the process learns of it.
    const when = step % 2 === 0 || step === all ? 'before' : 'after';
    await empty();
    await expect(run(new Mortal(step, when).pool(target.pool)), `step ${step} ${when}`).rejects.toThrow(Crash);
    expect(await tables(), `step ${step} ${when}`).toEqual([]);
    // A killed statement leaves nothing behind that could interfere, so a few statements stand for all.
    if (step % 8 > 0) continue;
    await run(target.pool);
    expect(await schema(), `step ${step} ${when}`).toEqual(whole);
  }
});

test.each(MIGRATIONS.slice(1).map(({ version, name }, i) => [`${version} (${name})`, i + 1] as const))(
  'killed in the middle of migration %s, the older database is unchanged',
  async (_, before) => {
    await empty();
    await run(target.pool, before);
    const older = await schema();
    const steps = new Mortal(Number.MAX_SAFE_INTEGER, 'before');
    await run(steps.pool(target.pool), before + 1);
    const newer = await schema();
    await empty();
    await run(target.pool, before);
    const middle = Math.ceil(steps.stepsTaken / 2);
    await expect(run(new Mortal(middle, 'after').pool(target.pool), before + 1)).rejects.toThrow(Crash);
    expect(await schema()).toEqual(older);
    await run(target.pool, before + 1);
    expect(await schema()).toEqual(newer);
  },
);

test('a migration whose commit was not confirmed is not run again', async () => {
  await empty();
  const steps = new Mortal(Number.MAX_SAFE_INTEGER, 'before');
  await run(steps.pool(target.pool));
  const whole = await schema();
  await empty();
  await expect(run(new Mortal(steps.stepsTaken, 'after').pool(target.pool))).rejects.toThrow(Crash);
  expect(await schema()).toEqual(whole);
  expect(await run(target.pool)).toEqual([]);
});
