import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import { migrate, readMigrations } from '../../ts/service/data/store/migrate.js';
import { pglitePool } from '../../ts/service/data/store/pglitePool.js';
import { readThenWrite, type Statement } from '../../ts/service/data/store/readThenWrite.js';
import { Store } from '../../ts/service/data/store/store.js';
import type { Tables } from '../../ts/service/data/store/tables.js';
import { itemsOf } from '../helpers/pagesOf.js';
import { rowsOf, sharedDatabase, statements } from '../helpers/service/database.js';
import { matchFeed, START } from '../helpers/service/feed.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';
import { numberOf } from '../helpers/thrown.js';

const database = sharedDatabase();

describe('migrations', () => {
  const kysely = () => new Kysely<Tables>({ dialect: new PostgresDialect({ pool: database.pool as never }) });
  const migration = (version: number, text: string) => ({ version, name: `m${version}`, text });
  const rows = (sql: string) => rowsOf(database.pool, sql);

  test('run in order and once', async () => {
    await database.fresh();
    await statements(database.pool, 'drop schema public cascade', 'create schema public');
    const both = [
      migration(1, '-- a table; with a semicolon\ncreate table a (x integer);\ninsert into a values (1);\n'),
      migration(2, 'insert into a values (2);'),
    ];
    await migrate(kysely(), both.slice(0, 1));
    await migrate(kysely(), both);
    await Promise.all([migrate(kysely(), both), migrate(kysely(), both)]);
    expect(await rows('select x from a order by x')).toEqual([{ x: 1 }, { x: 2 }]);
  });

  test('run as a whole or not at all', async () => {
    await statements(database.pool, 'drop schema public cascade', 'create schema public');
    const broken = [migration(1, 'create table a (x integer);\n'), migration(2, 'insert into b values (2);')];
    await expect(migrate(kysely(), broken)).rejects.toThrow(/"b"/);
    await migrate(kysely(), broken.slice(0, 1));
    expect(await rows('select x from a')).toEqual([]);
  });

  test('that changed later or are unknown are refused', async () => {
    await database.fresh();
    const [first, ...rest] = readMigrations();
    if (!first) throw new Error('no migrations');
    const changed = [{ ...first, text: `${first.text}\n-- changed` }, ...rest];
    expect(await numberOf(migrate(kysely(), changed))).toBe(7053);
    expect(await numberOf(migrate(kysely(), rest))).toBe(7054);
    expect(await numberOf(migrate(kysely()))).toBe(true);
  });

  test('are the numbered files in numeric order', () => {
    const folder = temporaryFolder('migrations');
    for (const name of ['010_b.sql', '002_a.sql', 'notes.txt', '03_c.sql']) writeFileSync(join(folder, name), name);
    const found = readMigrations(pathToFileURL(`${folder}/`));
    expect(found).toEqual([
      { version: 2, name: 'a', text: '002_a.sql' },
      { version: 10, name: 'b', text: '010_b.sql' },
    ]);
    const versions = readMigrations().map(({ version }) => version);
    expect(versions).toEqual(versions.map((_, i) => i + 1));
  });
});

describe('values', () => {
  test('64-bit integers become numbers, and fail when digits would be lost', async () => {
    const client = await database.pool.connect();
    try {
      const { rows } = await client.query('select 9007199254740991::bigint as most, $1::bigint as given', [
        2 ** 53 - 1,
      ]);
      expect(rows).toEqual([{ most: 2 ** 53 - 1, given: 2 ** 53 - 1 }]);
      expect(await numberOf(client.query('select 9007199254740992::bigint as more', []))).toBe(7003);
    } finally {
      client.release();
    }
  });
});

test('a statement that is nested too deeply fails, although PGlite returns an empty result', async () => {
  const nested = `select 1 where (1, 2) in (${Array.from({ length: 1_000 }, (_, i) => `(${i}, 0)`).join(',')})`;
  const pool = await pglitePool();
  const client = await pool.connect();
  await expect(client.query(nested, [])).rejects.toThrow();
  client.release();
  await pool.end();
});

/** Far more than PGlite answers before the rest of the process has a turn. */
const MANY = 20_000;

test.each(['of one caller', 'of callers that queue'])(
  'while statements %s follow each other, the rest of the process has its turns',
  async (whose) => {
    const folder = temporaryFolder('turns');
    const pool = await pglitePool(folder);
    let turns = 0;
    const turn = (): NodeJS.Immediate =>
      setImmediate(() => {
        turns++;
        counting = turn();
      });
    let counting = turn();
    try {
      const own = whose === 'of one caller' ? await pool.connect() : null;
      const caller = async (): Promise<void> => {
        for (let i = 0; i < MANY && turns < 3; i++) {
          const client = own ?? (await pool.connect());
          await client.query('select 1', []);
          if (!own) client.release();
        }
      };
      await Promise.all(own ? [caller()] : [caller(), caller()]);
      own?.release();
      expect(turns).toBeGreaterThanOrEqual(3);
    } finally {
      clearImmediate(counting);
      await pool.end();
    }
  },
);

describe('reading and then writing', () => {
  const statement = (text: string): Statement => ({ compile: () => sql.raw(text).compile(kysely()) });
  const kysely = () => new Kysely<Tables>({ dialect: new PostgresDialect({ pool: database.pool as never }) });
  const seen = () => rowsOf(database.pool, 'select n from written order by n');
  beforeEach(() =>
    statements(database.pool, 'drop table if exists written', 'create table written (n integer primary key)'),
  );
  afterAll(() => statements(database.pool, 'drop table if exists written'));

  test('is stored as a whole', async () => {
    await readThenWrite(database.pool, [statement('select 7 as n'), statement('select 8 as n')], (results) =>
      results.map(({ rows }) => statement(`insert into written values (${rows[0].n})`)),
    );
    expect(await seen()).toEqual([{ n: 7 }, { n: 8 }]);
  });

  test.each([
    ['a statement that reads fails', ['select 1 / 0'], () => [], /division by zero/],
    [
      'one between them throws',
      ['select 1'],
      () => {
        throw new Error('no');
      },
      /^no$/,
    ],
    [
      'the first that writes fails',
      ['select 1'],
      () => ['insert into written values (null)', 'insert into written values (2)'],
      /null value/,
    ],
    [
      'the last that writes fails',
      ['select 1'],
      () => ['insert into written values (1)', 'insert into written values (1)'],
      /duplicate key/,
    ],
  ] as const)('stores nothing when %s, and reports that error', async (_, read, write, why) => {
    const work = readThenWrite(database.pool, read.map(statement), () => [...write()].map(statement));
    await expect(work).rejects.toThrow(why);
    expect(await seen()).toEqual([]);
    // The session is still usable.
    await readThenWrite(database.pool, [], () => [statement('insert into written values (3)')]);
    expect(await seen()).toEqual([{ n: 3 }]);
  });
});

test('a slot without a batch has no trees', async () => {
  const store = await database.fresh();
  expect(await store.days.trees({ kind: 'scores', slotStart: START })).toEqual({ leaves: null, fixtures: [] });
});

test('a folder keeps what was stored', async () => {
  const folder = temporaryFolder('store');
  const { wire } = matchFeed('soccer', 12_000_001, 'folder');
  const clock = new ManualClock(START + 10 ** 8);
  const first = await Store.open({ folder });
  // Another order of names, and white space: the text is kept unchanged.
  const text = JSON.stringify(wire[0], null, 1);
  await new Ingest({ store: first, clock }).accept(text);
  await first.close();
  const second = await Store.open({ folder });
  const [record] = await itemsOf(second.records.pagesOfFixture('fixtures', 12_000_001));
  expect(record?.json).toBe(text);
  expect(await new Ingest({ store: second, clock }).accept(text)).toMatchObject({ status: 'repeated' });
  await second.close();
});
