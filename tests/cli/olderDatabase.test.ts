import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MS_PER_DAY } from '../../ts/sdk/format/slotTime.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import { databaseOver } from '../../ts/service/data/store/databaseOver.js';
import { migrate, readMigrations } from '../../ts/service/data/store/migrate.js';
import { pglitePool } from '../../ts/service/data/store/pglitePool.js';
import { postgresPool } from '../../ts/service/data/store/postgresPool.js';
import type { SqlPool } from '../../ts/service/data/store/sqlPool.js';
import { sqlStateOf } from '../../ts/service/data/store/sqlState.js';
import { Store } from '../../ts/service/data/store/store.js';
import { exportDay } from '../../ts/service/roots/archive/exportDay.js';
import { Sealer } from '../../ts/service/roots/seal/sealer.js';
import { linesman } from '../helpers/cli.js';
import { leftOut } from '../helpers/leftOut.js';
import { postgresServer } from '../helpers/postgresServer.js';
import { rowsOf, statements } from '../helpers/service/database.js';
import { endlessScore, fixtureOfEndless, START } from '../helpers/service/endlessScores.js';
import { ScriptedService } from '../helpers/service/scriptedService.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

const DAY = Math.floor(START / MS_PER_DAY);
const WALLET = KeyPair.fromSeed(new Uint8Array(32).fill(3)).address;
const server = await postgresServer();
if (!server) leftOut('databases of another version on a server: PostgreSQL is not installed.');

const home = temporaryFolder('older');
let archive: string;
let records: string;
let rpc: ScriptedService;
let next = 0;
const temporary = (): string => join(home, `${next++}`);

beforeAll(async () => {
  records = join(home, 'records.ndjson');
  writeFileSync(records, `${JSON.stringify(fixtureOfEndless())}\n`);
  const store = await Store.open('memory');
  const clock = new ManualClock(START);
  const ingest = new Ingest({ store, clock });
  for (const record of [fixtureOfEndless(), endlessScore(0)]) await ingest.accept(record);
  clock.set(START + 2 * MS_PER_DAY);
  await new Sealer({ store, clock }).sealDue();
  archive = (await exportDay({ store, day: DAY as never, folder: home })).path;
  await store.close();
  rpc = await ScriptedService.listen((_, response, body) => {
    const { id } = JSON.parse(body);
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { context: { slot: 1 }, value: null } }));
  });
});
afterAll(async () => {
  await server?.remove();
  await rpc?.close();
});

/** Every command but `migrate` that opens the store of others; `serve` is in serveCluster.test.ts. */
const COMMANDS: readonly [name: string, args: () => readonly string[]][] = [
  ['audit', () => ['audit', `${DAY}`, '--rpc', rpc.url]],
  ['export', () => ['export', `${DAY}`, '--to', temporary()]],
  ['import', () => ['import', archive]],
  ['import --roots', () => ['import', archive, '--roots', '--rpc', rpc.url]],
  ['ingest --store', () => ['ingest', records]],
  ['access show', () => ['access', 'show', WALLET]],
  ['access block', () => ['access', 'block', WALLET]],
];

async function migrated(pool: SqlPool, count: number): Promise<void> {
  const database = databaseOver(pool);
  await migrate(database, readMigrations().slice(0, count));
  await database.destroy();
}
/** The tables of a database and its migrations. */
async function schemaOf(pool: SqlPool): Promise<unknown> {
  try {
    const tables = await rowsOf(pool, "select tablename from pg_tables where schemaname = 'public' order by 1");
    return [tables, tables.length === 0 ? [] : await rowsOf(pool, 'select * from schema_migration order by version')];
  } finally {
    await pool.end();
  }
}

const EARLIER = readMigrations().length - 1;
const OLDER: readonly [what: string, migrations: number][] = [
  ['an older', EARLIER],
  ['an empty', 0],
];

describe.each(COMMANDS)('%s', (_, args) => {
  it.skipIf(!server).each(OLDER)('refuses %s database on a server, and changes nothing', async (_, migrations) => {
    const url = (await server?.database(`older_${next++}`)) ?? '';
    if (migrations > 0) await migrated(postgresPool(url), migrations);
    const before = await schemaOf(postgresPool(url));
    const { code, stderr } = await linesman([...args(), '--store', url]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('error 7115 ')]);
    expect(stderr).toContain('linesman migrate');
    expect(await schemaOf(postgresPool(url))).toEqual(before);
  });

  it('refuses an older database in a folder, and changes nothing', async () => {
    const store = temporary();
    await migrated(await pglitePool(store), EARLIER);
    const before = await schemaOf(await pglitePool(store));
    const { code, stderr } = await linesman([...args(), '--store', store]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('error 7115 ')]);
    expect(await schemaOf(await pglitePool(store))).toEqual(before);
  });
});

it.each(COMMANDS.filter(([name]) => /audit|export|access/.test(name)))(
  '%s makes no database in an empty folder',
  async (_, args) => {
    const store = temporary();
    mkdirSync(store);
    const { code, stderr } = await linesman([...args(), '--store', store]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('error 7014 ')]);
    expect(readdirSync(store)).toEqual([]);
  },
);

it.each(COMMANDS.filter(([name]) => /import$|ingest/.test(name)))('%s makes a new folder', async (_, args) => {
  const { code, stderr } = await linesman([...args(), '--store', temporary()]);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
});

it('no store without a record is audited as right', async () => {
  const store = temporary();
  expect((await linesman(['migrate', '--store', store])).code).toBe(0);
  const audit = ['audit', `${DAY}`, '--store', store, '--rpc', rpc.url];
  const { code, stdout, stderr } = await linesman(audit);
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('error 7122 ')]);
  expect((await linesman(['ingest', records, '--store', store])).code).toBe(0);
  expect((await linesman(audit)).code).toBe(0);
});

it.skipIf(!server)('audit and export need nothing but the right to read', async () => {
  const url = (await server?.database('readable')) ?? '';
  await linesman(['migrate', '--store', url]);
  expect((await linesman(['import', archive, '--store', url])).code).toBe(0);
  const owner = postgresPool(url);
  await statements(owner, 'create role reader login', 'grant select on all tables in schema public to reader');
  await owner.end();
  const reader = new URL(url);
  reader.username = 'reader';
  for (const args of [
    ['audit', `${DAY}`, '--rpc', rpc.url],
    ['export', `${DAY}`, '--to', temporary()],
    ['access', 'show', WALLET],
  ]) {
    const { code, stderr } = await linesman([...args, '--store', reader.href]);
    expect([code === 2, stderr]).toEqual([false, '']);
  }
});

describe('a store that is opened to be read', () => {
  it.each<[string, () => Promise<Parameters<typeof Store.open>[0]>]>([
    ['in memory', async () => 'memory'],
    ...(server ? [['on a server', async () => ({ url: await server.database('readonly') })] as never] : []),
  ])('writes nothing, %s', async (_, placeOf) => {
    const place = await placeOf();
    if (place !== 'memory') await (await Store.open(place)).close();
    const store = await Store.open(place, { migrate: false, isReadOnly: true });
    try {
      expect((await store.records.kindState('scores')).streamSlot).toBe(0);
      for (const write of [
        () => store.tryWrite(),
        () => new Ingest({ store, clock: new ManualClock(START) }).accept(fixtureOfEndless()),
      ])
        expect(sqlStateOf(await write().catch((error: unknown) => error))).toBe('25006');
      expect((await store.records.kindState('scores')).streamSlot).toBe(0);
    } finally {
      await store.close();
    }
  });
});
