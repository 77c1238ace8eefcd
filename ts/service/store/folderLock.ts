import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { FOLDER_IN_USE, fail } from 'linesman/error';
import { folderFailure, inFolder } from './folderFailure.js';

/** Lock files of this process. */
const held = new Set<string>();

/**
 * Keeps a folder for this process: a file, beside it unless told otherwise, holds the process id. Gives what lets it go;
 * whatever ends the process does so too, for the file of a process that is gone counts for nothing. Errors: FOLDER_IN_USE
 * another process has it; FOLDER_NOT_WRITABLE.
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
    // Another process that is gone, in another container perhaps, may have had the number of this one.
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
      // Of a folder that cannot be written any more. A process that is gone holds nothing.
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

/** Whether a process of this machine has the number. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
