import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { CI_NOT_ADDED, fail } from '@linesman/sdk/error';

/** Package managers by their lock files. */
export const MANAGERS = {
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
} as const;

/** A package in a repository. Paths are relative to the root of the repository, with `/`; `.` is the root. */
export interface RepositoryPackage {
  /** Absolute. */
  readonly root: string;
  readonly folder: string;
  readonly manager: (typeof MANAGERS)[keyof typeof MANAGERS];
  /** The folder in which dependencies are installed: that of the lock file, else that of the package. */
  readonly lockFolder: string;
  /** Its name; undefined where nothing was installed yet. */
  readonly lockFile: string | undefined;
  /** Whether yarn.lock is of yarn 1, whose option for a frozen lock file has another name. */
  readonly isClassicYarn: boolean;
  /** Whether a manifest names the version of the package manager. */
  readonly namesManager: boolean;
}

/** The folder and those above it, the nearest first. */
function* upward(folder: string): Generator<string> {
  yield folder;
  if (dirname(folder) !== folder) yield* upward(dirname(folder));
}

/** The root of the git repository that a folder is in; undefined outside of any. A worktree has a file `.git`. */
export const repositoryRoot = (folder: string): string | undefined =>
  [...upward(resolve(folder))].find((one) => existsSync(join(one, '.git')));

/** The package in a folder, in its repository. Errors: CI_NOT_ADDED. */
export function repositoryPackage(given: string): RepositoryPackage {
  const folder = resolve(given);
  const root = repositoryRoot(folder);
  if (root === undefined) return fail(CI_NOT_ADDED, { problem: 'no repository', folder: given });
  if (!existsSync(join(folder, 'package.json'))) return fail(CI_NOT_ADDED, { problem: 'no package', folder: given });
  const within = [...upward(folder)].filter((one) => one === root || one.startsWith(join(root, '/')));
  const locksIn = (one: string) => Object.keys(MANAGERS).filter((name) => existsSync(join(one, name)));
  const lockFolder = within.find((one) => locksIn(one).length > 0) ?? folder;
  const files = locksIn(lockFolder) as (keyof typeof MANAGERS)[];
  const managers = new Set(files.map((name) => MANAGERS[name]));
  if (managers.size > 1) return fail(CI_NOT_ADDED, { problem: 'several locks', folder: given, files });
  const [lockFile] = files;
  const text = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  return {
    ...{ root, folder: below(root, folder), manager: [...managers][0] ?? 'npm' },
    ...{ lockFolder: below(root, lockFolder), lockFile },
    isClassicYarn: lockFile === 'yarn.lock' && text(join(lockFolder, lockFile)).includes('# yarn lockfile v1'),
    namesManager: /"packageManager"\s*:/.test(text(join(root, 'package.json'))),
  };
}

const below = (root: string, folder: string): string => relative(root, folder).replaceAll('\\', '/') || '.';
