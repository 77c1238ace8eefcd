import { spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { FOLDER_NOT_LOCKABLE } from '../error/codes/folders.js';
import { FOLDER_IN_USE } from '../error/codes/operation.js';
import { fail } from '../error/linesmanError.js';
import { folderFailure, inFolder } from './folderFailure.js';

/**
 * Locks a folder for this process and returns a function that unlocks it. The operating system holds the lock, on a
 * file that is by default next to the folder, and releases it when the process ends, however that happens. So it also
 * holds between containers of one machine that share the folder. Errors: FOLDER_IN_USE when the lock is held, also by
 * this process; FOLDER_NOT_LOCKABLE when the system offers no such lock; FOLDER_NOT_WRITABLE.
 *
 * @example
 * ```ts
 * import { lockFolder } from '@linesman/sdk/node';
 *
 * const unlock = lockFolder('recording');
 * // Nobody else writes there now.
 * unlock();
 * ```
 */
export function lockFolder(folder: string, file: string = `${resolve(folder)}.lock`): () => void {
  inFolder(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
  for (;;) {
    const handle = openLocked(folder, file);
    // The holder may have removed the file after it was opened here. The lock is then on a file without a name.
    if (!isAt(file, handle)) {
      closeSync(handle);
      continue;
    }
    let isHeld = true;
    const unlock = (): void => {
      if (!isHeld) return;
      isHeld = false;
      try {
        if (isAt(file, handle)) rmSync(file);
      } catch {
        // The file cannot be removed, because the folder is no longer writable, or because an open file must stay. A
        // file alone locks nothing.
      }
      closeSync(handle);
    };
    const older = olderHolder(file);
    if (older !== null) {
      closeSync(handle);
      return fail(FOLDER_IN_USE, { folder, holder: older });
    }
    try {
      ftruncateSync(handle);
      writeSync(handle, `${process.pid}\n${hostname()}\n`, 0);
    } catch (error) {
      unlock();
      return folderFailure(folder, error);
    }
    return unlock;
  }
}

/** Flags that make the system lock a file on opening; `null` if the system lacks such flags. Node passes them on. */
const LOCKING: number | null = (() => {
  const { O_NONBLOCK = 0 } = constants;
  switch (process.platform) {
    case 'darwin':
    case 'freebsd':
    case 'openbsd':
      // O_EXLOCK
      return 0x20 | O_NONBLOCK;
    case 'win32':
      // UV_FS_O_EXLOCK: no other process can open the file.
      return 0x1000_0000;
    default:
      return null;
  }
})();

/** Errors: FOLDER_IN_USE; FOLDER_NOT_LOCKABLE; FOLDER_NOT_WRITABLE. */
function openLocked(folder: string, file: string): number {
  let handle: number;
  try {
    handle = openSync(file, constants.O_RDWR | constants.O_CREAT | (LOCKING ?? 0), 0o600);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (LOCKING !== null && ['EAGAIN', 'EBUSY'].includes(code)) return inUse(folder, file);
    if (LOCKING !== null && ['ENOTSUP', 'EOPNOTSUPP'].includes(code))
      return fail(FOLDER_NOT_LOCKABLE, { folder, reason: code }, { cause: error });
    return folderFailure(folder, error);
  }
  if (LOCKING !== null) return handle;
  try {
    flock(folder, file, handle);
    return handle;
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

/**
 * Locks with flock(2), which Node lacks, through the program flock(1). Such a lock belongs to the opened file, which
 * flock(1) shares with this process, so it outlives that program. Errors: FOLDER_IN_USE; FOLDER_NOT_LOCKABLE.
 */
function flock(folder: string, file: string, handle: number): void {
  const { status, stderr, error } = spawnSync('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'pipe', handle] });
  if (status === 0) return;
  const said = stderr?.toString().trim() ?? '';
  if (status === 1 && said === '') inUse(folder, file);
  const { code: errno = 'flock failed' } = (error ?? {}) as NodeJS.ErrnoException;
  fail(FOLDER_NOT_LOCKABLE, { folder, reason: errno === 'ENOENT' ? null : said || errno });
}

const inUse = (folder: string, file: string): never => fail(FOLDER_IN_USE, { folder, holder: holderOf(file) });

/** Whether the opened file is the one at the path. */
function isAt(file: string, handle: number): boolean {
  const there = statSync(file, { throwIfNoEntry: false });
  const ours = fstatSync(handle);
  return there?.ino === ours.ino && there.dev === ours.dev;
}

/** The process that holds the lock; `null` if it has no id here. */
function holderOf(file: string): number | null {
  const { pid, host } = contentOf(file);
  return host === hostname() ? pid : null;
}

/** Earlier versions used a file that only contained the id of a running process. */
function olderHolder(file: string): number | null {
  const { pid, host } = contentOf(file);
  return host === '' && pid !== null && pid !== process.pid && isRunning(pid) ? pid : null;
}

function contentOf(file: string): { readonly pid: number | null; readonly host: string } {
  try {
    const [pid = '', host = ''] = readFileSync(file, 'utf8').split('\n');
    return { pid: Number.parseInt(pid, 10) || null, host };
  } catch {
    return { pid: null, host: '' };
  }
}

/**
 * Whether a process with this id runs on this machine.
 *
 * @example
 * ```ts
 * import { isRunning } from '@linesman/sdk/node';
 *
 * isRunning(process.pid); // true
 * ```
 */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
