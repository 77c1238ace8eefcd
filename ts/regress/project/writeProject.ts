import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CI_NOT_ADDED, fail } from '@linesman/sdk/error';
import { PACKAGE, PROJECT } from '../shippedFiles.js';
import { type PackedFiles, packedFiles } from './ownPackages.js';
import { type RepositoryPackage, repositoryPackage } from './repository.js';
import { WORKFLOW, workflowFor } from './workflow.js';
import { writeFiles } from './writeFiles.js';

/** What CI replays, and its expected results. */
const CASES = [
  'cases/changed-score.case.json',
  'cases/half-time-score.case.json',
  'cases/home-win.case.json',
  'cases/ledger.json',
];

/**
 * The files of the project that `linesman init` writes, by their names in the package. A package cannot contain a
 * `.gitignore`, because npm would apply it to the package.
 */
const FILES: readonly (readonly [file: string, source: string])[] = [
  [WORKFLOW, WORKFLOW],
  ['.gitignore', 'gitignore'],
  ...[
    'README.md',
    ...CASES,
    'package.json',
    'src/main.ts',
    'src/settle.ts',
    'test/openMarket.ts',
    'test/settle.test.ts',
    'tsconfig.json',
  ].map((file) => [file, file] as const),
];

const OWN = /"(@linesman\/\w+)": "(.*)"/g;

const template = (file: string): Buffer => readFileSync(new URL(file, PROJECT));

/** A written project. */
interface WrittenProject {
  readonly files: readonly string[];
  /** The clone in which `npm run pack` has to run before the project can be installed; undefined if none has to. */
  readonly unpacked: string | undefined;
}

/** Our packages that the project needs: their versions by name, and their files if npm does not have them. */
function ownPackages(manifest: string): {
  readonly versions: ReadonlyMap<string, string>;
  readonly packed?: PackedFiles;
} {
  const versions = new Map([...manifest.matchAll(OWN)].map(([, name = '', version = '']) => [name, version]));
  const packed = packedFiles(realpathSync(fileURLToPath(PACKAGE)), [...versions.keys()]);
  return { versions, ...(packed && { packed }) };
}

/**
 * Writes the project into a folder, which is created if it is missing. Its packages come from the files that ours came
 * from, if npm does not have them. Errors: PROJECT_FILES_EXIST, FOLDER_NOT_WRITABLE.
 */
export function writeProject(folder: string): WrittenProject {
  const manifest = template('package.json').toString();
  const { packed } = ownPackages(manifest);
  const pathOf = (name: string): string =>
    relative(resolve(folder), packed?.files.get(name) ?? '').replaceAll('\\', '/');
  const ours = packed
    ? manifest.replace(OWN, (_, name) => `"${name}": ${JSON.stringify(`file:${pathOf(name)}`)}`)
    : manifest;
  writeFiles(
    folder,
    new Map(FILES.map(([file, source]) => [file, source === 'package.json' ? ours : template(source)])),
  );
  return { files: FILES.map(([file]) => file), unpacked: packed?.unpacked };
}

/** What was added to a package, and the commands that make it run. */
interface AddedCi extends WrittenProject {
  readonly install: readonly string[];
}

/** Adds development dependencies, by name or file. */
const ADD: Readonly<Record<RepositoryPackage['manager'], string>> = {
  npm: 'npm install --save-dev',
  pnpm: 'pnpm add --save-dev',
  yarn: 'yarn add --dev',
  bun: 'bun add --dev',
};

/** Where a repository keeps the files of our packages, because its CI has no others. */
const VENDOR = 'vendor';

/**
 * Adds cases, their ledger and a workflow to the package in a folder. The workflow is at the root of the repository,
 * where GitHub looks for it. Errors: CI_NOT_ADDED, PROJECT_FILES_EXIST, FOLDER_NOT_WRITABLE.
 *
 * @param word Writes a path for a shell.
 */
export function addCi(folder: string, word: (path: string) => string): AddedCi {
  const place = repositoryPackage(folder);
  const { versions, packed } = ownPackages(template('package.json').toString());
  if (packed && place.manager !== 'npm') fail(CI_NOT_ADDED, { problem: 'not packed', folder, manager: place.manager });
  const toRoot = relative(resolve(folder), place.root).replaceAll('\\', '/') || '.';
  const free = ['proofs.yml', 'linesman-proofs.yml'].map((name) => join(toRoot, '.github/workflows', name));
  const workflow = free.find((file) => !existsSync(join(folder, file))) ?? free[0] ?? '';
  writeFiles(
    folder,
    new Map<string, string | Buffer>([
      ...CASES.map((file) => [file, template(file)] as const),
      [workflow, workflowFor(place)],
    ]),
  );
  const files = [...(packed?.files.values() ?? [])];
  const names = packed
    ? files.map((file) => word(`./${VENDOR}/${basename(file)}`))
    : [...versions].map(([name, version]) => `${name}@${version}`);
  return {
    files: [...CASES, workflow],
    unpacked: packed?.unpacked,
    install: [
      ...(packed ? [`mkdir -p ${VENDOR}`, `cp ${files.map(word).join(' ')} ${VENDOR}`] : []),
      `${ADD[place.manager]} ${names.join(' ')}`,
    ],
  };
}
