import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errnoOf } from '@linesman/cli';
import { FOLDER_NOT_WRITABLE, fail, PROJECT_FILES_EXIST } from '@linesman/sdk/error';
import { PACKAGE, PROJECT } from '../shippedFiles.js';
import { packedFiles } from './ownPackages.js';

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

/** A written project. */
interface WrittenProject {
  readonly files: readonly string[];
  /** The clone in which `npm run pack` has to run before the project can be installed; undefined if none has to. */
  readonly unpacked: string | undefined;
}

/**
 * Writes the project into a folder, which is created if it is missing. Its packages come from the files that ours came
 * from, if npm does not have them. Overwrites nothing, and removes its own files if it fails. Errors:
 * PROJECT_FILES_EXIST, FOLDER_NOT_WRITABLE.
 */
export function writeProject(folder: string): WrittenProject {
  const present = FILES.map(([file]) => file).filter((file) => existsSync(join(folder, file)));
  if (present.length > 0) fail(PROJECT_FILES_EXIST, { folder, files: present });
  const { manifest, unpacked } = manifestFor(folder);
  /** Undoes the steps, last one first. */
  const undo: (() => void)[] = [];
  try {
    for (const [file, source] of FILES) {
      const target = join(folder, file);
      makeFolder(dirname(target), undo);
      // This also refuses a file that was created after the check.
      if (file === 'package.json') writeFileSync(target, manifest, { flag: 'wx' });
      else copyFileSync(new URL(source, PROJECT), target, constants.COPYFILE_EXCL);
      undo.unshift(() => rmSync(target));
    }
  } catch (cause) {
    for (const step of undo) step();
    fail(FOLDER_NOT_WRITABLE, { path: folder, errno: errnoOf(cause) }, { cause });
  }
  return { files: FILES.map(([file]) => file), unpacked };
}

/** The package.json of a project in a folder. */
function manifestFor(folder: string): { readonly manifest: string; readonly unpacked: string | undefined } {
  const manifest = readFileSync(new URL('package.json', PROJECT), 'utf8');
  const names = [...manifest.matchAll(/"(@linesman\/\w+)"/g)].map(([, name = '']) => name);
  const packed = packedFiles(realpathSync(fileURLToPath(PACKAGE)), names);
  if (packed === undefined) return { manifest, unpacked: undefined };
  const specOf = (name: string): string => {
    const path = relative(resolve(folder), packed.files.get(name) ?? '').replaceAll('\\', '/');
    return JSON.stringify(`file:${path}`);
  };
  const withFiles = manifest.replace(/"(@linesman\/\w+)": ".*"/g, (_, name) => `"${name}": ${specOf(name)}`);
  return { manifest: withFiles, unpacked: packed.unpacked };
}

/** Creates a folder and its parents, and adds an undo step for each. */
function makeFolder(folder: string, undo: (() => void)[]): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder), undo);
  mkdirSync(folder);
  undo.unshift(() => rmdirSync(folder));
}
