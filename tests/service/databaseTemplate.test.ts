import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { POSTGRES_VERSION } from '../../ts/service/data/store/databaseFolder.js';
import { withTemplate } from '../../ts/service/data/store/databaseTemplate.js';
import { migrateStore } from '../../ts/service/data/store/migrateStore.js';
import { pglitePool } from '../../ts/service/data/store/pglitePool.js';
import { Store } from '../../ts/service/data/store/store.js';
import { unpackArchive } from '../../ts/service/data/store/unpackArchive.js';
import { ROOT } from '../helpers/cli.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

let folder: string;
let cache: string;
let next = 0;
beforeEach(() => {
  folder = temporaryFolder('template');
  cache = join(folder, 'cache');
  vi.stubEnv('LINESMAN_CACHE', cache);
});
afterEach(() => vi.unstubAllEnvs());

/** A cache with a template. Tests of other aspects copy it. */
const ready = temporaryFolder('template-ready');
beforeAll(async () => {
  vi.stubEnv('LINESMAN_CACHE', ready);
  await (await Store.open('memory')).close();
});
const keepOne = (): void => cpSync(ready, cache, { recursive: true });

const newPlace = () => ({ folder: join(folder, `store ${next++}`) });
const kept = (): string[] => (existsSync(cache) ? readdirSync(cache) : []);
const file = (): string => join(cache, kept()[0] as string);

/** A new store, opened twice. It persists, because it has its own folder. */
async function expectWorks(): Promise<void> {
  const place = newPlace();
  for (let i = 0; i < 2; i++) {
    const store = await Store.open(place);
    await store.ping();
    expect(await store.batches.hasPublished()).toBe(false);
    await store.close();
  }
  expect(statSync(place.folder).mode & 0o077).toBe(0);
  expect(existsSync(`${place.folder}.new`)).toBe(false);
}

test('a database is created once and reused afterwards', async () => {
  await expectWorks();
  expect(kept()).toHaveLength(1);
  const { ino } = statSync(file());
  await expectWorks();
  const store = await Store.open('memory');
  await store.ping();
  await store.close();
  expect([kept().length, statSync(file()).ino]).toEqual([1, ino]);
  expect([statSync(cache).mode & 0o777, statSync(file()).mode & 0o777]).toEqual([0o700, 0o600]);
});

test('migrating step by step starts without migrations and ends at the same version', async () => {
  const place = newPlace();
  const { applied, pending } = await migrateStore(place);
  expect([applied.length, pending.length > 5]).toEqual([0, true]);
  expect(readFileSync(join(place.folder, 'PG_VERSION'), 'utf8').trim()).toBe(POSTGRES_VERSION);
  expect(kept()).toEqual([]);
});

/**
 * What is kept, and what is done about a bad file, does not depend on the archive: here it is a few bytes, because a
 * real one takes seconds. Returns how many were made, and
 * whether the work received one.
 */
const ARCHIVE = Buffer.alloc(2_000_000, 'archive');
async function withBytes(): Promise<{ readonly made: number; readonly isWhole: boolean }> {
  let made = 0;
  const isWhole = await withTemplate(
    async (template) => ARCHIVE.equals(Buffer.concat(Array.from(template, (piece) => piece.slice()))),
    async () => {
      made++;
      return new Uint8Array(ARCHIVE);
    },
  );
  return { made, isWhole };
}
const MADE = { made: 1, isWhole: true };
const REUSED = { made: 0, isWhole: true };

test.each<[string, (path: string) => void]>([
  ['cut off', (path) => truncateSync(path, 1_000_000)],
  ['empty', (path) => truncateSync(path, 0)],
  ['changed in the middle', (path) => flip(path)],
  ['as it was, but open to others', (path) => chmodSync(path, 0o666)],
  [
    'a link to it in another place',
    (path) => {
      renameSync(path, join(folder, 'elsewhere'));
      symlinkSync(join(folder, 'elsewhere'), path);
    },
  ],
  [
    'a link to nothing',
    (path) => {
      rmSync(path);
      symlinkSync(join(folder, 'nowhere'), path);
    },
  ],
  ['far too large', (path) => truncateSync(path, 2 ** 40)],
  [
    'a pipe that nobody writes',
    (path) => {
      rmSync(path);
      execFileSync('mkfifo', [path]);
    },
  ],
])('a template that is %s is recreated', async (_, damage) => {
  expect(await withBytes()).toEqual(MADE);
  const [path, before] = [file(), readFileSync(file())];
  expect(await withBytes()).toEqual(REUSED);
  damage(path);
  expect(await withBytes()).toEqual(MADE);
  expect([kept().length, readFileSync(path).equals(before)]).toEqual([1, true]);
  const made = lstatSync(path);
  expect([made.isFile(), made.mode & 0o777]).toEqual([true, 0o600]);
  expect(await withBytes()).toEqual(REUSED);
});

test('a template that is something else with the right hash is recreated', async () => {
  keepOne();
  const [path, before] = [file(), readFileSync(file())];
  const text = Buffer.from('no archive');
  writeFileSync(path, Buffer.concat([text, createHash('sha256').update(text).digest()]));
  await expectWorks();
  expect([kept().length, readFileSync(path).length]).toEqual([1, before.length]);
});

function flip(path: string): void {
  const bytes = readFileSync(path);
  bytes[1_000_000] = 1 ^ (bytes[1_000_000] as number);
  writeFileSync(path, bytes);
}

test.each<[string, () => void]>([
  [
    'of others as well',
    () => {
      mkdirSync(cache);
      chmodSync(cache, 0o777);
    },
  ],
  ['a file', () => writeFileSync(cache, '')],
  [
    'below a file',
    () => {
      writeFileSync(cache, '');
      vi.stubEnv('LINESMAN_CACHE', join(cache, 'below'));
    },
  ],
  ['not wanted', () => vi.stubEnv('LINESMAN_CACHE', '')],
])('a cache folder that is %s is not used, and does no harm', async (_, make) => {
  make();
  for (let i = 0; i < 2; i++) expect(await withBytes()).toEqual(MADE);
  if (existsSync(cache) && statSync(cache).isDirectory()) expect(kept()).toEqual([]);
});

test('a database is created without a cache', async () => {
  vi.stubEnv('LINESMAN_CACHE', '');
  await expectWorks();
});

/** Creates a store in a child process that reports it. */
const starter = (place: string) =>
  spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      '--input-type=module',
      '-e',
      `import { Store } from './ts/service/data/store/index.js';
       console.log('begin');
       const store = await Store.open({ folder: ${JSON.stringify(place)} });
       await store.ping();
       await store.close();
       console.log('done');`,
    ],
    { cwd: ROOT, env: { ...process.env, LINESMAN_CACHE: cache }, stdio: ['ignore', 'pipe', 'inherit'] },
  );

test.runIf(process.geteuid?.() === 0)('a template of another user is recreated', async () => {
  await withBytes();
  chownSync(file(), 65_534, 65_534);
  expect(await withBytes()).toEqual(MADE);
  expect([kept().length, statSync(file()).uid]).toEqual([1, 0]);
});

test('many starts at the same time', async () => {
  const ends = Array.from({ length: 4 }, () => once(starter(newPlace().folder), 'close'));
  expect((await Promise.all(ends)).map(([code]) => code)).toEqual([0, 0, 0, 0]);
  expect(kept()).toHaveLength(1);
  await expectWorks();
});

/** The observable moments of a start in order, and whether they occur only when it creates the template. */
const MOMENTS: [string, (place: string) => boolean, boolean][] = [
  ['it has begun', () => true, true],
  ['the template is written', () => kept().length > 0, true],
  ['the template is there', () => kept().some((name) => !name.endsWith('.new')), true],
  // Unpacking is soon over. A kill that comes too late ends the start when the database is already in its place.
  ['the database is unpacked', (place) => existsSync(join(`${place}.new`, 'base')) || isInPlace(place), false],
  ['it is in its place', (place) => isInPlace(place), false],
];
const isInPlace = (place: string): boolean => existsSync(join(place, 'PG_VERSION'));

test.each(MOMENTS)('a start that is killed when %s', async (_, isThere, makesOne) => {
  const { folder: place } = newPlace();
  if (!makesOne) keepOne();
  const killed = starter(place);
  await once(killed.stdout, 'data');
  while (!isThere(place)) {
    if (killed.exitCode !== null) throw new Error('the start has ended');
    await new Promise((resolve) => setImmediate(resolve));
  }
  killed.kill('SIGKILL');
  await once(killed, 'close');
  const again = starter(place);
  const [code] = await once(again, 'close');
  expect(code).toBe(0);
  await expectWorks();
  // The killed one leaves nothing behind.
  expect([
    kept().filter((name) => name.endsWith('.new')),
    readdirSync(folder).filter((name) => name.endsWith('.new')),
  ]).toEqual([[], []]);
});

test('a half-unpacked draft of a killed start is replaced', async () => {
  keepOne();
  const place = join(folder, `store ${next}`);
  mkdirSync(join(`${place}.new`, 'base'), { recursive: true, mode: 0o700 });
  writeFileSync(join(`${place}.new`, 'PG_VERSION'), 'half');
  await expectWorks();
  expect(isInPlace(place)).toBe(true);
});

/** The block of an archive that names an entry. */
function headerOf(name: string, size: number | string, { type = '0', magic = 'ustar', prefix = '' } = {}): Buffer {
  const block = Buffer.alloc(512);
  for (const [at, text] of [
    [0, name],
    [124, size.toString(8)],
    [156, type],
    [257, magic],
    [345, prefix],
  ] as const)
    block.write(text, at, 'latin1');
  return block;
}
const END = Buffer.alloc(1024);
const content = (text: string): Buffer => Buffer.from(text.padEnd(512, '\0'));

/** Pieces of any length, in which entries begin and end anywhere. */
const inPieces = (bytes: Uint8Array, length: number): Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / length) }, (_, i) => bytes.subarray(i * length, (i + 1) * length));

test.each([1, 7, 512, 700, 1_000_000])('an archive in pieces of %d bytes is unpacked for this user alone', (length) => {
  const entries = [headerOf('base/', 0, { type: '5' }), headerOf('base/1', 3), content('abc'), headerOf('empty', 0)];
  unpackArchive(inPieces(Buffer.concat([...entries, END]), length), folder);
  expect(readFileSync(join(folder, 'base/1'), 'latin1')).toBe('abc');
  expect(readFileSync(join(folder, 'empty'), 'latin1')).toBe('');
  for (const name of ['base', 'base/1', 'empty']) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
});

test('a damaged archive is not unpacked, however little follows its end', () => {
  function* damaged() {
    yield Buffer.concat([headerOf('a', 0), END]);
    throw new Error('damaged');
  }
  expect(() => unpackArchive(damaged(), folder)).toThrow('damaged');
});

test('a template is read in small pieces, as often as needed', async () => {
  await withBytes();
  const lengths = await withTemplate(
    async (template) => [1, 2].map(() => Array.from(template, (piece) => piece.length)),
    () => Promise.reject(new Error('not kept')),
  );
  expect(lengths).toEqual([1, 2].map(() => [2 ** 20, ARCHIVE.length - 2 ** 20]));
});

test.each<[string, Buffer[]]>([
  ['has no end', [headerOf('a', 3), content('abc')]],
  ['is cut off in a file', [headerOf('a', 600), content('abc')]],
  ['is cut off in a header', [headerOf('a', 0), END.subarray(1, 512)]],
  ['leaves the folder', [headerOf('../a', 0), END]],
  ['leaves the folder from below', [headerOf('base/../../a', 0), END]],
  ['has a link', [headerOf('a', 0, { type: '2' }), END]],
  ['has a size that is no number', [headerOf('a', 'many'), END]],
  ['has a long name', [headerOf('a', 0, { prefix: 'b' }), END]],
  ['is of another kind', [headerOf('a', 0, { magic: 'GNUta' }), END]],
  ['has no name in a header', [headerOf('', 0), END]],
  ['has an entry twice', [headerOf('a', 0), headerOf('a', 0), END]],
])('an archive that %s is refused', (_, blocks) => {
  const inside = join(folder, 'inside');
  mkdirSync(inside);
  expect(() => unpackArchive([Buffer.concat(blocks)], inside)).toThrow();
  expect(existsSync(join(folder, 'a'))).toBe(false);
});

test('a database in the process takes 32 MiB for its cache, in a folder and in memory', async () => {
  keepOne();
  for (const place of [newPlace().folder, undefined]) {
    const pool = await pglitePool(place, true);
    const client = await pool.connect();
    expect((await client.query('show shared_buffers', [])).rows).toEqual([{ shared_buffers: '32MB' }]);
    client.release();
    await pool.end();
  }
});
