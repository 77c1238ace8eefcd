import { constants, copyFileSync, existsSync, mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errnoOf } from 'linesman/cli';
import { FOLDER_NOT_WRITABLE, fail, PROJECT_FILES_EXIST } from 'linesman/error';
import { PROJECT } from '../shippedFiles.js';

/**
 * The files of the project that `linesman init` writes, by their names in the package. A package cannot contain a
 * `.gitignore`, because npm would apply it to the package.
 */
const FILES: readonly (readonly [file: string, source: string])[] = [
  ['.github/workflows/proofs.yml', '.github/workflows/proofs.yml'],
  ['.gitignore', 'gitignore'],
  ...[
    'README.md',
    'cases/changed-score.case.json',
    'cases/half-time-score.case.json',
    'cases/home-win.case.json',
    'cases/ledger.json',
    'package.json',
    'src/main.ts',
    'src/settle.ts',
    'test/openMarket.ts',
    'test/settle.test.ts',
    'tsconfig.json',
  ].map((file) => [file, file] as const),
];

/**
 * Writes the project into a folder, which is created if it is missing, and returns its files. Overwrites nothing, and
 * removes its own files if it fails. Errors: PROJECT_FILES_EXIST, FOLDER_NOT_WRITABLE.
 */
export function writeProject(folder: string): readonly string[] {
  const present = FILES.map(([file]) => file).filter((file) => existsSync(join(folder, file)));
  if (present.length > 0) fail(PROJECT_FILES_EXIST, { folder, files: present });
  /** Undoes the steps, last one first. */
  const undo: (() => void)[] = [];
  try {
    for (const [file, source] of FILES) {
      const target = join(folder, file);
      makeFolder(dirname(target), undo);
      // This also refuses a file that was created after the check.
      copyFileSync(new URL(source, PROJECT), target, constants.COPYFILE_EXCL);
      undo.unshift(() => rmSync(target));
    }
  } catch (cause) {
    for (const step of undo) step();
    fail(FOLDER_NOT_WRITABLE, { path: folder, errno: errnoOf(cause) }, { cause });
  }
  return FILES.map(([file]) => file);
}

/** Creates a folder and its parents, and adds an undo step for each. */
function makeFolder(folder: string, undo: (() => void)[]): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder), undo);
  mkdirSync(folder);
  undo.unshift(() => rmdirSync(folder));
}
