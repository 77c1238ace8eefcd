import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { databaseOver } from '../../ts/service/data/store/databaseOver.js';
import { migrate as applyMigrations, readMigrations } from '../../ts/service/data/store/migrate.js';
import { pglitePool } from '../../ts/service/data/store/pglitePool.js';
import { postgresPool } from '../../ts/service/data/store/postgresPool.js';
import type { SqlPool } from '../../ts/service/data/store/sqlPool.js';
import { Store } from '../../ts/service/data/store/store.js';
import { linesman } from '../helpers/cli.js';
import { leftOut } from '../helpers/leftOut.js';
import { postgresServer } from '../helpers/postgresServer.js';
import { statements } from '../helpers/service/database.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

const FILES = readMigrations().map(({ version, name }) => `${String(version).padStart(3, '0')}_${name}`);
const NAMED = readMigrations().map(({ version, name }) => ({ version, name }));

const folder = temporaryFolder('migrate');

const migrate = (...args: string[]) => linesman(['migrate', ...args]);
const words = (stdout: string): string[][] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
const all = (word: string): string[][] => FILES.map((file) => [file, word]);

async function change(pool: SqlPool, ...sql: string[]): Promise<void> {
  await statements(pool, ...sql);
  await pool.end();
}
const openError = (place: Parameters<typeof Store.open>[0]): Promise<unknown> =>
  Store.open(place, { migrate: false }).then(
    async (store) => {
      await store.close();
      return null;
    },
    (error: unknown) => (error instanceof LinesmanError ? [error.number, error.message] : error),
  );

describe('linesman migrate', () => {
  it('migrates a folder and lists the migrations', async () => {
    const store = join(folder, 'store');
    const dry = await migrate('--store', store, '--dry-run');
    expect([dry.code, dry.stderr, words(dry.stdout)]).toEqual([0, '', all('would run')]);
    expect(existsSync(store)).toBe(false);
    const json = await migrate('--store', store, '--dry-run', '--json');
    expect(JSON.parse(json.stdout)).toEqual({ dryRun: true, there: [], missing: NAMED });
    expect(words((await migrate('--store', store)).stdout)).toEqual(all('run'));
    expect(words((await migrate('--store', store)).stdout)).toEqual(all('there'));
    const there = await migrate('--store', store, '--json');
    expect(JSON.parse(there.stdout)).toEqual({ dryRun: false, there: NAMED, run: [] });
    expect(await openError({ folder: store })).toBeNull();

    await change(await pglitePool(store), "update schema_migration set checksum = 'x' where version = 2");
    for (const more of [[], ['--dry-run']]) {
      const { code, stdout, stderr } = await migrate('--store', store, ...more);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^error 7053 MigrationChanged: Migration 2 /);
    }
    await change(await pglitePool(store), "insert into schema_migration values (999, 'later', '')");
    const later = await migrate('--store', store, '--json');
    expect([later.code, JSON.parse(later.stdout).error]).toEqual([2, expect.objectContaining({ number: 7054 })]);
  });

  it('has help, and needs a store', async () => {
    const help = await migrate('--help');
    expect([help.code, help.stdout]).toEqual([0, expect.stringMatching(/Examples:\n {2}\$ linesman migrate /)]);
    const none = await migrate('--store', '');
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('error 7307 ')]);
  });

  it('reports why a server cannot be used, without its password', async () => {
    const { code, stdout, stderr } = await migrate('--store', 'postgres://user:p%40ssw0rd@127.0.0.1:1/db');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^error 7117 DatabaseNotUsable: .*ECONNREFUSED/);
    expect(stderr).not.toMatch(/p%40ssw0rd|p@ssw0rd/);
  });
});

const server = await postgresServer();
if (!server) leftOut('`migrate` on a server: PostgreSQL is not installed.');
afterAll(() => server?.remove());

describe.skipIf(!server)('on a server', () => {
  const url = server?.url ?? '';

  it('concurrent runs apply each migration once', async () => {
    expect(await openError({ url })).toEqual([7115, expect.stringContaining('1, 2, 3, 4')]);
    const dry = await migrate('--store', url, '--dry-run');
    expect(words(dry.stdout)).toEqual(all('would run'));
    const runs = await Promise.all([1, 2, 3, 4].map(() => migrate('--store', url, '--json')));
    expect(runs.map(({ code, stderr }) => [code, stderr])).toEqual(runs.map(() => [0, '']));
    const done = runs.map(({ stdout }) => JSON.parse(stdout).run.length).sort();
    expect(done).toEqual([0, 0, 0, FILES.length]);
    expect(await openError({ url })).toBeNull();
  });

  it('an older database is refused, or migrated on request', async () => {
    const older = (await server?.database('older')) ?? '';
    const earlier = databaseOver(postgresPool(older));
    await applyMigrations(earlier, readMigrations().slice(0, -1));
    await earlier.destroy();
    const last = readMigrations().at(-1)?.version;
    expect(await openError({ url: older })).toEqual([7115, `The database lacks the migrations ${last}.`]);
    expect(words((await migrate('--store', older)).stdout)).toEqual([
      ...all('there').slice(0, -1),
      [FILES.at(-1), 'run'],
    ]);
    const store = await Store.open({ url: older });
    await store.ping();
    await store.close();
  });
});
