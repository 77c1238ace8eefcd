import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { isRunning, WholeFile } from '@linesman/sdk/node';
import { databaseOver } from './databaseOver.js';
import { migrate, readMigrations } from './migrate.js';
import { PGliteSessions } from './pgliteSessions.js';

/**
 * Creating a database takes PostgreSQL three seconds; loading one takes a fraction of that. So one database is created
 * in memory with all migrations and archived in a file that later ones are loaded from. A bad file or folder never
 * prevents a database from being created.
 */

/** Length in bytes of the hash at the end of the file. */
const HASH = 32;
/** Far above the size of any archive. It limits the work for a bad file. */
const LARGEST = 256 * 1024 * 1024;
/** An archive has 40 MB. Read as a whole, it would stay in memory long after the start. */
const PIECE = 1024 * 1024;

/** An archive in pieces, each valid until the next one, any number of times. A damaged one throws instead of ending. */
export type Pieces = Iterable<Uint8Array<ArrayBuffer>>;

/**
 * Runs `work` with the archive of an up-to-date database. If that fails with the cached archive, runs it again with a
 * new archive from `make`.
 */
export async function withTemplate<T>(
  work: (template: Pieces) => Promise<T>,
  make: () => Promise<Uint8Array<ArrayBuffer>> = makeArchive,
): Promise<T> {
  const file = templateFile();
  const kept = file === null ? null : open(file);
  if (kept !== null) {
    try {
      return await work({ [Symbol.iterator]: () => piecesOf(kept) });
    } catch {
      // It is damaged, or it was broken when it was created.
    } finally {
      closeSync(kept.handle);
    }
  }
  const made = await make();
  if (file !== null) keep(file, made);
  return work([made]);
}

/**
 * The archive's path for these versions of PostgreSQL and the migrations, or `null` if no folder belongs to this user
 * alone.
 */
function templateFile(environment: NodeJS.ProcessEnv = process.env): string | null {
  const folder = cacheFolder(environment);
  if (folder === null) return null;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isOursAlone(statSync(folder))) return null;
  } catch {
    return null;
  }
  const hash = createHash('sha256').update(pgliteVersion());
  for (const { version, name, text } of readMigrations()) hash.update(JSON.stringify([version, name, text]));
  return join(folder, `database-${hash.digest('hex').slice(0, 32)}`);
}

/** Other users with write access could put rows into every new database. */
const isOursAlone = ({ uid, mode }: Stats): boolean =>
  process.geteuid === undefined || (uid === process.geteuid() && (mode & 0o022) === 0);

function cacheFolder({ LINESMAN_CACHE, XDG_CACHE_HOME = '' }: NodeJS.ProcessEnv): string | null {
  if (LINESMAN_CACHE !== undefined) return LINESMAN_CACHE === '' ? null : LINESMAN_CACHE;
  if (isAbsolute(XDG_CACHE_HOME)) return join(XDG_CACHE_HOME, 'linesman');
  const home = homedir();
  return isAbsolute(home) ? join(home, '.cache', 'linesman') : null;
}

function pgliteVersion(): string {
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  return JSON.parse(readFileSync(join(dirname(main), '../package.json'), 'utf8')).version;
}

interface Kept {
  readonly handle: number;
  /** Bytes, with the hash. */
  readonly size: number;
}

/** `null` if there is no archive. Opens only a regular file: a link may point elsewhere, a pipe may block forever. */
function open(file: string): Kept | null {
  // Windows has neither flag.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  try {
    const handle = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const found = fstatSync(handle);
    if (found.isFile() && found.size <= LARGEST && isOursAlone(found)) return { handle, size: found.size };
    closeSync(handle);
  } catch {}
  return null;
}

function* piecesOf({ handle, size }: Kept): Generator<Uint8Array<ArrayBuffer>> {
  const hash = createHash('sha256');
  const buffer = new Uint8Array(PIECE);
  const end = size - HASH;
  for (let at = 0; at < end; ) {
    const piece = buffer.subarray(0, readSync(handle, buffer, 0, Math.min(PIECE, end - at), at));
    if (piece.length === 0) break;
    hash.update(piece);
    yield piece;
    at += piece.length;
  }
  const found = Buffer.alloc(HASH);
  readSync(handle, found, 0, HASH, Math.max(end, 0));
  if (!hash.digest().equals(found)) throw new Error('the archive is damaged');
}

async function makeArchive(): Promise<Uint8Array<ArrayBuffer>> {
  const lite = await PGlite.create();
  const database = databaseOver(new PGliteSessions(lite));
  try {
    await migrate(database);
    await lite.exec('checkpoint');
    const archive = await lite.dumpDataDir('none');
    return new Uint8Array(await archive.arrayBuffer());
  } finally {
    await database.destroy();
  }
}

/** Safe with concurrent writers. Failing to cache the archive is not an error. */
function keep(file: string, archive: Uint8Array): void {
  try {
    removeDrafts(file);
    new WholeFile(file, `${file}.${process.pid}.${randomUUID()}.new`).write(archive, hashOf(archive));
  } catch {
    // The next process creates it again.
  }
}

/** Left behind by killed processes. */
function removeDrafts(file: string): void {
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    const [, pid] = /^database-[\da-f]{32}\.(\d+)\.[\da-f-]{36}\.new$/.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true });
  }
}

const hashOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
