import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { FOLDER_NOT_WRITABLE, fail, LinesmanError, STORE_DAMAGED } from '@linesman/sdk/error';
import { folderFailure, lockFolder } from '@linesman/sdk/node';
import { holdsDatabase } from './databaseFolder.js';
import { withTemplate } from './databaseTemplate.js';
import { PGliteSessions } from './pgliteSessions.js';
import type { SqlPool } from './sqlPool.js';
import { unpackArchive } from './unpackArchive.js';

/**
 * PostgreSQL inside this process, in a folder or in memory. Only one process at a time may open a folder, because two
 * would corrupt it. With `isUpToDate` a new database has all migrations; otherwise it is empty.
 *
 * A folder belongs to a service, so the rest of the process has turns while statements follow each other. In memory,
 * whatever waits for statements only is done within one turn, on which tests rely.
 *
 * Errors: FOLDER_IN_USE when another process uses the folder; FOLDER_NOT_WRITABLE; STORE_VERSION_DIFFERS;
 * STORE_DAMAGED.
 */
export async function pglitePool(folder?: string, isUpToDate = false): Promise<SqlPool> {
  if (folder === undefined) {
    // PGlite loads only a whole archive, so each piece is copied.
    const inMemory = isUpToDate
      ? withTemplate((template) => open({ loadDataDir: new Blob(Array.from(template, (piece) => piece.slice())) }))
      : open({});
    return new PGliteSessions(await inMemory);
  }
  const unlock = lockFolder(folder);
  try {
    return new PGliteSessions(await openFolder(folder, isUpToDate), { shares: true, onClosed: unlock });
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Errors of the file system, with the numbers of WASI, which PGlite uses. */
const WASI_ERRORS: ReadonlyMap<unknown, string> = new Map([
  [2, 'EACCES'],
  [19, 'EDQUOT'],
  [51, 'ENOSPC'],
  [69, 'EROFS'],
]);

/**
 * A cache of 32 MiB instead of PostgreSQL's 128, because the files of an in-process database are in the system's cache
 * as well. So a page out of order costs no more than the next one; and since nothing takes statistics here, the planner
 * would otherwise read and sort the rest of a slot for each page of it.
 */
const SETTINGS = ['shared_buffers=32MB', 'random_page_cost=1'];
const START_PARAMETERS = [...PGlite.defaultStartParams, ...SETTINGS.flatMap((setting) => ['-c', setting])];

const open = (options: PGliteOptions): Promise<PGlite> => PGlite.create({ ...options, startParams: START_PARAMETERS });

async function openFolder(folder: string, isUpToDate: boolean): Promise<PGlite> {
  try {
    const place = { dataDir: folder };
    if (holdsDatabase(folder)) return await open(place);
    if (isUpToDate) {
      return await withTemplate(async (template) => {
        // Leftovers of an attempt with another archive.
        empty(folder);
        await inDraft(folder, async (draft) => unpackArchive(template, draft));
        return open(place);
      });
    }
    await inDraft(folder, async (draft) => (await open({ dataDir: draft })).close());
    return await open(place);
  } catch (cause) {
    if (cause instanceof LinesmanError) throw cause;
    if ((cause as NodeJS.ErrnoException).syscall !== undefined) folderFailure(folder, cause);
    const errno = WASI_ERRORS.get((cause as { errno?: unknown }).errno);
    if (errno !== undefined) fail(FOLDER_NOT_WRITABLE, { path: folder, errno }, { cause });
    // PGlite's error says nothing useful.
    return fail(STORE_DAMAGED, { problem: 'does not open', folder }, { cause });
  }
}

/** Creates the database in a draft folder and renames it, because an incomplete one would block every later start. */
async function inDraft(folder: string, make: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${folder}.new`;
  empty(draft);
  await make(draft);
  try {
    rmdirSync(folder);
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // A mount point cannot be replaced.
    if (!['EBUSY', 'EXDEV'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await make(folder);
  }
}

function empty(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Keeps the folder itself, because it may be a mount point.
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}
