import { execFileSync } from 'node:child_process';

/** A part of the product that mutants are drawn from. */
export interface Folder {
  readonly path: string;
  /** The crate whose host tests try its mutants; absent for TypeScript. */
  readonly crate?: string;
  /** A factor on its share of the mutants. A mutant of a program needs a build that takes minutes. */
  readonly weight: number;
}

const typescript = (path: string): Folder => ({ path, weight: 1 });

export const FOLDERS: readonly Folder[] = [
  { path: 'crates/verifier', crate: 'linesman-verifier', weight: 1 },
  { path: 'programs/oracle', crate: 'oracle', weight: 0.4 },
  { path: 'programs/settlement', crate: 'settlement', weight: 0.4 },
  ...['format', 'merkle', 'proof', 'program', 'client', 'prove'].map((name) => typescript(`ts/sdk/${name}`)),
  typescript('ts/records'),
  ...['data', 'roots', 'edge'].map((name) => typescript(`ts/service/${name}`)),
  typescript('ts/keeper'),
  typescript('ts/regress'),
];

/**
 * Sources without rules: texts, numbers of errors, layouts of events, help, documents, and code that only runs in the
 * compiled program.
 */
const WITHOUT_RULES =
  /\.test\.ts$|\.d\.ts$|\/(?:error|event|sample|syscall|memory)\.rs$|\/commands\/(?!run)|\/http\/docs\//;

/** The sources of a folder that may be changed, by path. */
export function sourcesOf({ path, crate }: Folder, root: string): string[] {
  const tracked = execFileSync('git', ['ls-files', crate ? `${path}/src` : path], {
    cwd: root,
    encoding: 'utf8',
  });
  return tracked
    .split('\n')
    .filter((file) => file.endsWith(crate ? '.rs' : '.ts') && !WITHOUT_RULES.test(file))
    .sort();
}

/** The folder that a source is in. */
export function folderOf(file: string): Folder {
  const found = FOLDERS.find(({ path }) => file.startsWith(`${path}/`));
  if (!found) throw new Error(`${file} is in no folder that mutants are drawn from`);
  return found;
}
