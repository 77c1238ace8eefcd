import { readFileSync } from 'node:fs';
import { PACKAGES, packageName } from '../build/packages.js';

/** The folder of a package below `ts/`. */
export type Folder = (typeof PACKAGES)[number];

/** What somebody installs, and why. `npm run pack` writes a line for each; pages show those that they need. */
export const PURPOSES: readonly { readonly why: string; readonly packages: readonly Folder[] }[] = [
  { why: 'verify proofs and settle markets in your code', packages: ['sdk'] },
  { why: 'verify and inspect proofs on the command line', packages: ['cli'] },
  { why: 'create markets, stake, claim, or run a keeper', packages: ['keeper'] },
  { why: 'run an oracle, or try everything on your machine', packages: ['service'] },
  { why: 'replay recorded proofs in CI, or test a verifier', packages: ['regress'] },
  { why: 'build a dapp with React', packages: ['react'] },
  { why: 'rebuild roots from records', packages: ['records'] },
  { why: 'simulate matches', packages: ['season'] },
  { why: 'all of it', packages: ['service', 'regress'] },
];

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const manifestOf = (folder: Folder): Manifest =>
  JSON.parse(readFileSync(new URL(`../../ts/${folder}/package.json`, import.meta.url), 'utf8'));

/** The version of all packages. */
export const VERSION = manifestOf('sdk').version;

/** The packages with those of ours that they depend on, in order of dependency. */
export function withOwn(packages: readonly Folder[]): readonly Folder[] {
  const needed = new Set(packages);
  for (const folder of needed)
    for (const other of PACKAGES) if (packageName(other) in (manifestOf(folder).dependencies ?? {})) needed.add(other);
  return PACKAGES.filter((folder) => needed.has(folder));
}

/** The file that `npm pack` writes for a package: it leaves out the `@` of the scope. */
export const fileName = (folder: Folder, version = VERSION): string =>
  `${packageName(folder).slice(1).replace('/', '-')}-${version}.tgz`;

/** Whether npm has the packages. RELEASING.md says when to change it; the pages follow by `LINESMAN_WRITE=1`. */
const PUBLISHED = false;

/** Where a page looks for the files: in a clone called `linesman` beside the reader's folder. */
const PAGE_FOLDER = '../linesman/packed';

/**
 * The command that installs packages from their files in a folder. Every file is written out, because npm finds our
 * packages by name only after they are published, and PowerShell does not expand `*`.
 */
export const installLine = (packages: readonly Folder[], folder: string): string =>
  ['npm install', ...withOwn(packages).map((one) => quoted(`${folder}/${fileName(one)}`))].join(' ');

const quoted = (path: string): string => (/^[\w./\\:@+-]+$/.test(path) ? path : `"${path}"`);

/** The command of a page. */
export const pageLine = (packages: readonly Folder[], isPublished = PUBLISHED): string => {
  if (!isPublished) return installLine(packages, PAGE_FOLDER);
  const brought = new Set(packages.flatMap((one) => withOwn([one]).filter((other) => other !== one)));
  return ['npm install', ...packages.filter((one) => !brought.has(one)).map(packageName)].join(' ');
};

/** The packages that a command installs by file or by name; undefined for a command that installs none of ours. */
function installedBy(line: string): readonly Folder[] | undefined {
  const words = /^npm install (.+)$/.exec(line)?.[1]?.split(' ') ?? [];
  const found = PACKAGES.filter((folder) =>
    words.some((word) => word === packageName(folder) || word.includes(`/${fileName(folder, '')}`.slice(0, -4))),
  );
  return found.length > 0 ? found : undefined;
}

/** A page with its install commands as they have to be: of this version, with all that their packages depend on. */
export const withInstallLines = (page: string, isPublished = PUBLISHED): string =>
  page.replaceAll(/^npm install .*$/gm, (line) => {
    const packages = installedBy(line);
    return packages === undefined ? line : pageLine(packages, isPublished);
  });
