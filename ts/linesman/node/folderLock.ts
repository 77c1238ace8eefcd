import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { FOLDER_IN_USE, fail } from '../error/index.js';
import { folderFailure, inFolder } from './folderFailure.js';

/** Lock files held by this process. */
const held = new Set<string>();

/**
 * Locks a folder for this process and returns a function that unlocks it. The lock is a file with the process id, by
 * default next to the folder. It expires with the process, however that ends. Errors: FOLDER_IN_USE when another
 * process holds the lock; FOLDER_NOT_WRITABLE.
 *
 * @example
 * ```ts
 * import { lockFolder } from 'linesman/node';
 *
 * const unlock = lockFolder('recording');
 * // Nobody else writes there now.
 * unlock();
 * ```
 */
export function lockFolder(folder: string, file: string = `${resolve(folder)}.lock`): () => void {
  inFolder(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(file, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') folderFailure(folder, error);
    }
    const holder = holderOf(file);
    // A dead process, perhaps in another container, may have had the same id as this one.
    const isOurs = holder === process.pid;
    if (attempt > 2 || (isOurs ? held.has(file) : holder !== null && isRunning(holder)))
      return fail(FOLDER_IN_USE, { folder, holder });
    inFolder(folder, () => rmSync(file, { force: true }));
  }
  held.add(file);
  return () => {
    if (!held.delete(file)) return;
    try {
      rmSync(file, { force: true });
    } catch {
      // The folder is no longer writable. The lock expires with the process anyway.
    }
  };
}

function holderOf(file: string): number | null {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || null;
  } catch {
    return null;
  }
}

/**
 * Whether a process with this id runs on this machine.
 *
 * @example
 * ```ts
 * import { isRunning } from 'linesman/node';
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
