import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { faultsOf } from '../../../tests/helpers/regress/githubFiles.js';
import { workflowFor } from './workflow.js';

const PLACE: Parameters<typeof workflowFor>[0] = {
  ...{ folder: '.', lockFolder: '.', lockFile: 'package-lock.json', manager: 'npm' },
  ...{ isClassicYarn: false, namesManager: false },
};
const REPLAY = 'linesman regress --junit regress.xml cases';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: object;
  readonly 'working-directory'?: string;
}

function read(change: Partial<Parameters<typeof workflowFor>[0]>) {
  const text = workflowFor({ ...PLACE, ...change });
  expect(faultsOf('workflow', 'proofs.yml', text)).toEqual([]);
  const { defaults, steps } = parse(text).jobs.proofs as { defaults?: object; steps: readonly Step[] };
  const node = steps.find(({ uses }) => uses?.startsWith('actions/setup-node'))?.with;
  return { text, defaults, steps, node, runs: steps.flatMap(({ run }) => (run === undefined ? [] : [run])) };
}

describe('the workflow of an existing package', () => {
  it('installs and replays, and leaves the tests to the workflows that are there', () => {
    const { text, defaults, runs, node } = read({});
    expect([runs, defaults, node]).toEqual([
      ['npm ci', `npx --no ${REPLAY}`],
      undefined,
      { 'node-version': 22, cache: 'npm' },
    ]);
    expect(parse(text).on.push.branches).toEqual(['main', 'master']);
  });

  it('runs in the folder of the package, and installs where the lock file is', () => {
    const below = read({ folder: 'packages/my dapp', lockFolder: 'packages/my dapp' });
    expect(below.defaults).toEqual({ run: { 'working-directory': 'packages/my dapp' } });
    expect(below.node).toMatchObject({ 'cache-dependency-path': 'packages/my dapp/package-lock.json' });
    const workspace = read({ folder: 'packages/dapp' });
    expect(workspace.node).toEqual({ 'node-version': 22, cache: 'npm' });
    expect(workspace.steps.find(({ run }) => run === 'npm ci')).toHaveProperty('working-directory', '.');
  });

  it.each([
    ['pnpm', 'pnpm-lock.yaml', {}, ['pnpm install --frozen-lockfile', `pnpm exec ${REPLAY}`], 'pnpm/action-setup@v4'],
    ['yarn', 'yarn.lock', {}, ['corepack enable', 'yarn install --immutable', `yarn run ${REPLAY}`], undefined],
    [
      ...(['yarn', 'yarn.lock', { isClassicYarn: true }] as const),
      ['corepack enable', 'yarn install --frozen-lockfile', `yarn run ${REPLAY}`],
      undefined,
    ],
    ['bun', 'bun.lock', {}, ['bun install --frozen-lockfile', `bunx --no-install ${REPLAY}`], 'oven-sh/setup-bun@v2'],
  ] as const)('with %s and %s %o', (manager, lockFile, more, expected, setup) => {
    const { runs, steps, node } = read({ manager, lockFile, ...more });
    expect(runs).toEqual(expected);
    const uses = steps.flatMap((step) => step.uses ?? []);
    expect(uses).toEqual(['actions/checkout@v4', ...(setup ? [setup] : []), 'actions/setup-node@v4']);
    expect(node).toEqual({ 'node-version': 22, ...(manager !== 'bun' && { cache: manager }) });
  });

  it('leaves the version of pnpm to the manifest that names it', () => {
    const setup = (namesManager: boolean) =>
      read({ manager: 'pnpm', lockFile: 'pnpm-lock.yaml', namesManager }).steps.find(({ uses }) =>
        uses?.startsWith('pnpm/'),
      );
    expect([setup(true)?.with, setup(false)?.with]).toEqual([undefined, { version: 10 }]);
  });
});
