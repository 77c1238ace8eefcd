import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { surfnetModule } from '../../ts/service/roots/chain/surfnet.js';
import { KeyFolder } from '../../ts/service/serve/keyFolder.js';
import { linesman, ROOT } from '../helpers/cli.js';
import { leftOut } from '../helpers/leftOut.js';
import { postgresServer } from '../helpers/postgresServer.js';
import { Cluster } from '../helpers/service/cluster.js';
import { ServeProcess } from '../helpers/service/serveProcess.js';
import { smallDisk } from '../helpers/smallDisk.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

const isHere = surfnetModule() !== null;
if (!isHere) leftOut('folders of linesman serve: there is no embedded chain on this platform.');

const FREE = ['--port', '0', '--rpc-port', '0'];
/** All files of a folder with their content: a refused start must not change any. */
const contents = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => `${file} ${statSync(file).size}`);

describe.runIf(isHere)('a data folder that cannot be used', () => {
  const folder = temporaryFolder('folders');
  /** The folder of a stopped service that has published roots. */
  const whole = join(folder, 'whole');
  let next = 0;
  beforeAll(async () => {
    const service = new ServeProcess(['--data', whole, ...FREE, '--speed', '60']);
    await service.until(({ event }) => event === 'published');
    await service.end('SIGINT');
  }, 180_000);
  afterAll(() => ServeProcess.killAll());

  const copy = (): string => {
    const data = join(folder, `copy ${next++}`);
    cpSync(whole, data, { recursive: true });
    return data;
  };
  async function refused(data: string, number: number, text: string, args = ['serve', '--data', data, ...FREE]) {
    const before = existsSync(data) && statSync(data).isDirectory() ? contents(data) : [];
    const { code, stdout, stderr } = await linesman(args);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(`error ${number} `)]);
    expect(stderr).toContain(text);
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/^ {2}\S/);
    if (existsSync(data) && statSync(data).isDirectory()) expect(contents(data)).toEqual(before);
  }

  it.each<[string, (store: string) => void]>([
    ['no control file', (store) => rmSync(join(store, 'global/pg_control'))],
    ['an empty control file', (store) => writeFileSync(join(store, 'global/pg_control'), Buffer.alloc(8_192))],
    ['no log', (store) => rmSync(join(store, 'pg_wal'), { recursive: true })],
    ['no tables', (store) => rmSync(join(store, 'base'), { recursive: true })],
    ['no version', (store) => rmSync(join(store, 'PG_VERSION'))],
    ['an unreadable version', (store) => writeFileSync(join(store, 'PG_VERSION'), 'hello\n')],
  ])('a database with %s: 7230, for every command', async (_, damage) => {
    const data = copy();
    damage(join(data, 'store'));
    const { code, stdout, stderr } = await linesman(['serve', '--data', data, ...FREE]);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('error 7230 ')]);
    expect(stderr).toContain(join(data, 'store'));
    const store = ['--store', join(data, 'store')];
    for (const args of [
      ['migrate', ...store],
      ['export', '2026-07-09', ...store, '--to', join(folder, 'to')],
    ])
      expect((await linesman(args)).stderr).toContain('error 7230 ');
  });

  it.each(['17', '19'])('a database of PostgreSQL %s: 7233', async (version) => {
    const data = copy();
    writeFileSync(join(data, 'store/PG_VERSION'), `${version}\n`);
    await refused(data, 7233, `was created by PostgreSQL ${version}`);
  });

  it('a database of a newer version of ours: 7054', async () => {
    const data = copy();
    const database = await PGlite.create({ dataDir: join(data, 'store') });
    await database.query("insert into schema_migration values (999, 'later', 'x')");
    await database.close();
    const { stderr } = await linesman(['serve', '--data', data, ...FREE]);
    expect(stderr).toContain('error 7054 ');
    expect(stderr).toContain('later');
  });

  it('a folder with other files, which stays unchanged: 7232', async () => {
    const data = join(folder, 'photographs');
    mkdirSync(data, { mode: 0o755 });
    writeFileSync(join(data, 'cat.jpg'), 'cat');
    await refused(data, 7232, 'cat.jpg');
    expect([statSync(data).mode & 0o777, readdirSync(data)]).toEqual([0o755, ['cat.jpg']]);
    await refused(join(data, 'cat.jpg'), 7231, 'there is a file where a folder belongs');
    await refused(join(data, 'cat.jpg/data'), 7231, 'there is a file where a folder belongs');
  });

  it('a locked folder: 7133', async () => {
    const data = copy();
    writeFileSync(join(data, 'lock'), '1\n');
    await refused(data, 7133, 'process 1');
  });

  it.skipIf(process.geteuid?.() !== 0)(
    'a folder of another user, or one that this user may not write: 7232, 7231',
    async () => {
      const nobody = 65_534;
      chmodSync(folder, 0o755);
      const [theirs, closed] = [join(folder, 'theirs'), join(folder, 'closed')];
      for (const path of [theirs, closed]) mkdirSync(path, { mode: 0o755 });
      chownSync(theirs, 1_001, 1_001);
      const open = join(folder, 'open');
      mkdirSync(open);
      chownSync(open, nobody, nobody);
      chmodSync(open, 0o500);
      for (const [data, number] of [
        [theirs, 7232],
        [join(closed, 'data'), 7231],
        [join(open, 'data'), 7231],
      ] as const) {
        const child = spawn(process.execPath, ['ts/cli/bin/linesman.js', 'serve', '--data', data, ...FREE], {
          cwd: ROOT,
          uid: nobody,
          gid: nobody,
        });
        let stderr = '';
        child.stderr.on('data', (chunk) => {
          stderr += chunk;
        });
        const [code] = await once(child, 'close');
        expect([code, stderr]).toEqual([2, expect.stringContaining(`error ${number} `)]);
      }
    },
  );

  it('a read-only file system: 7231, whether or not the folder exists', async (context) => {
    const disk = smallDisk(64);
    if (disk === null) {
      console.warn('SKIPPED: a read-only file system; none can be mounted here.');
      return context.skip();
    }
    try {
      const [there, fresh] = [join(disk.folder, 'there'), join(disk.folder, 'fresh')];
      mkdirSync(there);
      const store = join(disk.folder, 'store');
      execFileSync('mount', ['-o', 'remount,ro', disk.folder]);
      for (const data of [there, fresh]) await refused(data, 7231, 'cannot be written');
      await refused(store, 7231, 'cannot be written', ['migrate', '--store', store]);
    } finally {
      disk.remove();
    }
  });

  it.each(['publisher.json', 'admin.json', 'backend-admin.json', 'oracle-keys.json', 'service-mint.json'])(
    'without %s: 7234, and none is created',
    async (file) => {
      const data = copy();
      rmSync(join(data, 'keys', file));
      await refused(data, 7234, file);
    },
  );

  it('without both the key and the chain: 7235, and none is created', async () => {
    const data = copy();
    rmSync(join(data, 'keys/publisher.json'));
    rmSync(join(data, 'chain.json'));
    const { stderr } = await linesman(['serve', '--data', data, ...FREE]);
    expect(stderr).toContain('error 7235 ');
    expect(existsSync(join(data, 'keys/publisher.json'))).toBe(false);
  });

  it('without the chain that holds the roots: 7235', async () => {
    for (const text of [null, '{}']) {
      const data = copy();
      rmSync(join(data, 'chain.json'));
      if (text !== null) writeFileSync(join(data, 'chain.json'), text);
      const { stderr } = await linesman(['serve', '--data', data, ...FREE]);
      expect(stderr).toContain('error 7235 ');
    }
  });

  it.each(['[1]', '{"a":{"lamports":1}}', 'null', '{'])('with the chain %s: 7135', async (text) => {
    const data = copy();
    writeFileSync(join(data, 'chain.json'), text);
    await refused(data, 7135, 'chain.json');
  });

  it('continues from a complete copy, and with a new session key', async () => {
    const data = copy();
    rmSync(join(data, 'keys/session-key'));
    const service = new ServeProcess(['--data', data, ...FREE]);
    await service.listening();
    expect(await service.end('SIGINT')).toEqual({ code: 0, signal: null });
  });
});

describe.runIf(isHere)('on a cluster', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await Cluster.start();
  });
  afterAll(() => cluster?.stop());
  const deploy = (keys: string, ...more: string[]) =>
    linesman(['deploy', '--rpc', cluster.url, '--keys', keys, ...more]);

  it('deploy does not replace a missing key of a configured oracle: 7234', async () => {
    expect((await deploy(cluster.keyFolder)).code).toBe(0);
    for (const file of ['publisher.json', 'oracle-keys.json', 'backend-admin.json']) {
      const path = join(cluster.keyFolder, file);
      const text = readFileSync(path);
      rmSync(path);
      const { code, stderr } = await deploy(cluster.keyFolder, '--make-keys');
      expect([code, stderr]).toEqual([2, expect.stringContaining('error 7234 ')]);
      expect([stderr.includes(file), existsSync(path)]).toEqual([true, false]);
      expect((await deploy(cluster.keyFolder, '--make-keys', '--dry-run')).stderr).toContain(file);
      writeFileSync(path, text, { mode: 0o600 });
    }
    expect((await deploy(cluster.keyFolder, '--make-keys')).code).toBe(0);
  });

  it('a database server that is down, or that refuses: 7128, without its password', async () => {
    if ((await cluster.config().catch(() => null)) === null) await deploy(cluster.keyFolder);
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as { port: number };
    closed.close();
    const server = await postgresServer();
    const refusing = server ? new URL(server.url) : null;
    if (refusing) refusing.pathname = '/no-such-database';
    try {
      for (const [store, text] of [
        [`postgres://linesman:secret@127.0.0.1:${port}/linesman`, 'ECONNREFUSED'],
        ...(refusing ? [[refusing.href, '3D000'] as const] : []),
      ] as const) {
        const data = join(cluster.keyFolder, '..');
        const flags = ['--rpc', cluster.url, '--data', data, '--store', store, '--port', '0'];
        const { code, stdout, stderr } = await linesman(['serve', ...flags]);
        expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('error 7128 ')]);
        expect(stderr).toContain(text);
        expect(stderr).not.toContain('secret');
      }
    } finally {
      await server?.remove();
    }
  });
});

it('names a missing key, whatever its role', () => {
  const folder = temporaryFolder('missing');
  const keys = new KeyFolder(join(folder, 'keys'));
  expect(keys.missing()).toEqual(KeyFolder.FILES.filter((file) => !['wallet.json', 'session-key'].includes(file)));
  keys.complete();
  expect(keys.missing()).toEqual([]);
  writeFileSync(join(folder, 'keys/admin.json'), JSON.stringify([...KeyPair.generate().secretKey]));
  expect(keys.missing()).toEqual([]);
});
