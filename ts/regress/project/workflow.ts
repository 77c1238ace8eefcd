import { readFileSync } from 'node:fs';
import { PROJECT } from '../shippedFiles.js';
import type { RepositoryPackage } from './repository.js';

/** The workflow of a new project, from which that of an existing package is made. */
export const WORKFLOW = '.github/workflows/proofs.yml';

type Place = Omit<RepositoryPackage, 'root'>;

/** What each package manager needs before Node is set up, how it installs a locked tree, and how it runs a command. */
const STEPS: Readonly<
  Record<RepositoryPackage['manager'], (place: Place) => { setup: string; install: string; run: string }>
> = {
  npm: () => ({ setup: '', install: 'npm ci', run: 'npx --no' }),
  pnpm: ({ namesManager }) => ({
    setup: `      - uses: pnpm/action-setup@v4\n${namesManager ? '' : '        with:\n          version: 10\n'}`,
    ...{ install: 'pnpm install --frozen-lockfile', run: 'pnpm exec' },
  }),
  yarn: ({ isClassicYarn }) => ({
    setup: '      - run: corepack enable\n        working-directory: .\n',
    ...{ install: `yarn install --${isClassicYarn ? 'frozen-lockfile' : 'immutable'}`, run: 'yarn run' },
  }),
  bun: () => ({
    setup: '      - uses: oven-sh/setup-bun@v2\n',
    ...{ install: 'bun install --frozen-lockfile', run: 'bunx --no-install' },
  }),
};

/** The workflow for a package of a repository: it installs with the package's own manager, and replays the cases. */
export function workflowFor(place: Place): string {
  const { folder, lockFolder, lockFile, manager } = place;
  const { setup, install, run } = STEPS[manager](place);
  const isBelow = folder !== '.';
  const lock = lockFolder === '.' ? lockFile : `${lockFolder}/${lockFile}`;
  const cache = [
    ...(manager === 'bun' ? [] : [`          cache: ${manager}\n`]),
    // The action looks at the root by itself.
    ...(manager === 'bun' || lockFolder === '.' ? [] : [`          cache-dependency-path: ${yaml(lock)}\n`]),
  ].join('');
  const at = lockFolder === folder ? '' : `\n        working-directory: ${yaml(lockFolder)}`;
  return [
    // The name of the repository's own branch is not known here.
    ['branches: [main]', 'branches: [main, master]'],
    [
      '    steps:\n',
      `${isBelow ? `    defaults:\n      run:\n        working-directory: ${yaml(folder)}\n` : ''}    steps:\n`,
    ],
    ['      - uses: actions/setup-node', `${setup}      - uses: actions/setup-node`],
    ['          cache: npm\n', cache],
    ['      - run: npm ci\n', `      - run: ${install}${at}\n`],
    ['      - run: npm test\n', ''],
    ['npx --no linesman', `${run} linesman`],
  ].reduce(
    (text, [from = '', to = '']) => text.replace(from, () => to),
    readFileSync(new URL(WORKFLOW, PROJECT), 'utf8'),
  );
}

/** A path in a YAML file. */
const yaml = (path = ''): string => (/^[\w./-]+$/.test(path) ? path : JSON.stringify(path));
