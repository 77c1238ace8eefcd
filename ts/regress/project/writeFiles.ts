import { existsSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errnoOf } from '@linesman/cli';
import { FOLDER_NOT_WRITABLE, fail, PROJECT_FILES_EXIST } from '@linesman/sdk/error';

/**
 * Writes files below a folder, which is created if it is missing. Overwrites nothing, and removes its own files if it
 * fails. Errors: PROJECT_FILES_EXIST, FOLDER_NOT_WRITABLE.
 */
export function writeFiles(folder: string, files: ReadonlyMap<string, string | Buffer>): void {
  const present = [...files.keys()].filter((file) => existsSync(join(folder, file)));
  if (present.length > 0) fail(PROJECT_FILES_EXIST, { folder, files: present });
  /** Undoes the steps, last one first. */
  const undo: (() => void)[] = [];
  try {
    for (const [file, content] of files) {
      const target = join(folder, file);
      makeFolder(dirname(target), undo);
      // This also refuses a file that was created after the check.
      writeFileSync(target, content, { flag: 'wx' });
      undo.unshift(() => rmSync(target));
    }
  } catch (cause) {
    for (const step of undo) step();
    fail(FOLDER_NOT_WRITABLE, { path: folder, errno: errnoOf(cause) }, { cause });
  }
}

/** Creates a folder and its parents, and adds an undo step for each. */
function makeFolder(folder: string, undo: (() => void)[]): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder), undo);
  mkdirSync(folder);
  undo.unshift(() => rmdirSync(folder));
}
