import { join } from 'node:path';
import { createFilter } from 'vite';
import { expect, it } from 'vitest';
import config from '../vitest.config.js';
import { ROOT } from './helpers/cli.js';
import { FILES, loadedFrom, textOf } from './helpers/sources.js';
import { failuresOf } from './helpers/vitestReport.js';
import { FIRST, GROUPS, laneOf, OWN_PROCESS, projectOf, TEST_FOLDERS } from './lanes.js';

const files = FILES.filter(
  (file) => file.endsWith('.test.ts') && TEST_FOLDERS.some((folder) => file.startsWith(`${folder}/`)),
);

interface Project {
  readonly test: { readonly name: string; readonly include: string[]; readonly exclude: string[] };
}

it('every test file is in exactly one project', () => {
  const { projects } = config.test as unknown as { readonly projects: readonly Project[] };
  const taking = projects.map(({ test: { name, include, exclude } }) => {
    const takes = createFilter(include, exclude, { resolve: ROOT });
    return (file: string) => (takes(join(ROOT, file)) ? [name] : []);
  });
  const found = files.map((file) => [file, ...taking.flatMap((namesFor) => namesFor(file))]);
  expect(found.length).toBeGreaterThan(300);
  expect(found).toEqual(files.map((file) => [file, projectOf(file)]));
});

it.each([
  ['a lane', GROUPS.flatMap((group) => group.files)],
  ['a process of their own', OWN_PROCESS],
  ['those that begin first', FIRST],
])('every line of the files in %s names something that exists, once', (_, lines) => {
  expect(lines.filter((line) => !files.includes(line))).toEqual([]);
  expect(lines.filter((line, i) => lines.indexOf(line) < i)).toEqual([]);
});

it('every group says why it is in its lane', () => {
  expect(GROUPS.filter(({ why, files: of }) => !/^[A-Z].{20,}\.$/.test(why) || of.length === 0)).toEqual([]);
});

/** An engine is loaded only when it is opened. */
const OPENING = FILES.filter((file) => file.endsWith('.ts') && /openEngine\('bankrun'/.test(textOf(file)));

/** Whether a file loads solana-bankrun, itself or by its imports. */
const loadsRuntime = (file: string): boolean =>
  loadedFrom([file]).some((name) => /^(solana|anchor)-bankrun$/.test(name) || OPENING.includes(name));

const mocksModules = (file: string): boolean => /\bvi\.(do)?[mM]ock\(/.test(textOf(file));

/**
 * Other files of a process leave connections of web3.js, and web3.js can write about them to the console at any time.
 */
const readsErrorsOfConsole = (file: string): boolean => /\bspyOn\(console, 'error'\)/.test(textOf(file));

/** Others would take a process with a window for a browser. */
const showsWindow = (file: string): boolean => loadedFrom([file]).includes('tests/helpers/react/mounted.ts');

it('tests that share a process load no solana-bankrun, mock no modules, read no console; the others do', () => {
  const reasons = [loadsRuntime, mocksModules, readsErrorsOfConsole, showsWindow];
  const alone = files.filter((file) => reasons.some((one) => one(file)));
  expect(alone.filter((file) => projectOf(file) === 'shared')).toEqual([]);
  expect(OWN_PROCESS.filter((line) => !alone.includes(line))).toEqual([]);
});

it('npm test and .ci/run run the short and the landing lane, npm run test:nightly the rest', () => {
  const { scripts } = JSON.parse(textOf('package.json'));
  expect([scripts.test, scripts['test:landing'], scripts['test:nightly']]).toEqual([
    'tsx tests/run.ts',
    'tsx tests/run.ts --lane landing',
    'bash .ci/nightly',
  ]);
  const steps = (path: string) =>
    [...textOf(path).matchAll(/^step '.*' (.*?)(?: #.*)?$/gm)].map(([, command]) => command);
  expect(steps('.ci/run')).toEqual(expect.arrayContaining(['npm test', 'npm run test:landing']));
  expect(steps('.ci/nightly')).toContain('npx tsx tests/run.ts --lane nightly');
  expect(textOf('.github/workflows/nightly.yml')).toContain('run: npm run test:nightly');
});

it('the short lane holds the tests it must not lose', () => {
  const kept = [
    'tests/vectors/typescript.test.ts',
    'tests/programs/vectors.test.ts',
    'tests/programs/settlementAccounts.test.ts',
    'tests/programs/settlementMoney.test.ts',
    'ts/sdk/proof/strict.test.ts',
    'tests/service/contract.test.ts',
    'tests/keeper/life.test.ts',
    'tests/cli/serveStart.test.ts',
  ];
  expect(kept.filter((file) => !files.includes(file) || laneOf(file) !== 'short')).toEqual([]);
});

it('six tests with real processes guard a landing', () => {
  expect(GROUPS.find(({ why }) => why.startsWith('Real processes'))?.files).toHaveLength(6);
});

it('a file whose process ended in the middle is a failure with its name, and runs only once', () => {
  const test = (status: string) => ({ status, fullName: 'a test', failureMessages: [] });
  const name = join(ROOT, 'tests/some.test.ts');
  const ended = {
    name,
    status: 'passed',
    startTime: 0,
    endTime: 0,
    assertionResults: [test('passed'), test('pending')],
  };
  expect(failuresOf(ended)).toEqual(['tests/some.test.ts: the process ended before 1 of its tests had']);
  expect(failuresOf({ ...ended, assertionResults: [test('passed'), test('skipped')] })).toEqual([]);
  expect(failuresOf({ ...ended, status: 'failed', assertionResults: [] })).toEqual(['tests/some.test.ts']);
  for (const path of ['tests/run.ts', 'tests/readme.test.ts', 'vitest.config.ts'])
    expect(textOf(path)).not.toMatch(/\b(again|once more|retry)\b/);
});
