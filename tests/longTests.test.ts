import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './helpers/cli.js';
import { loadingImports } from './helpers/loadingImports.js';
import { isLong, isOf, LONG_TESTS, OWN_PROCESS, projectOf, TEST_FOLDERS } from './longTests.js';

const files = TEST_FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
).filter((file) => file.endsWith('.test.ts') && !/^ts\/[^/]+\/examples\//.test(file));

it('every test file is in exactly one project', () => {
  const listed = JSON.parse(
    execFileSync('npx', ['vitest', 'list', '--filesOnly', '--json'], { cwd: ROOT, encoding: 'utf8' }),
  ) as { file: string; projectName: string }[];
  const lists = listed.map(({ file, projectName }) => [relative(ROOT, file), projectName]);
  expect(lists.toSorted()).toEqual(files.map((file) => [file, projectOf(file)]).toSorted());
});

it.each([LONG_TESTS, OWN_PROCESS])('every line names something that exists, once', (...lines) => {
  expect(lines.filter((line) => !files.some((file) => isOf(line, file)))).toEqual([]);
  expect(files.filter((file) => lines.filter((line) => isOf(line, file)).length > 1)).toEqual([]);
});

/** Whether a file loads a runtime of Solana programs, itself or by its imports. */
function loadsRuntime(file: string): boolean {
  const seen = new Set([file]);
  for (const each of seen)
    for (const name of loadingImports(readFileSync(join(ROOT, each), 'utf8'))) {
      if (/^(solana-bankrun|anchor-bankrun|litesvm)$/.test(name)) return true;
      const path = join(dirname(each), name).replace(/\.js$/, '.ts');
      if (name.startsWith('.') && existsSync(join(ROOT, path))) seen.add(path);
    }
  return false;
}

const mocksModules = (file: string): boolean => /\bvi\.(do)?[mM]ock\(/.test(readFileSync(join(ROOT, file), 'utf8'));

it('tests that share a process load no runtime of programs and mock no modules; the others do', () => {
  const alone = files.filter((file) => loadsRuntime(file) || mocksModules(file));
  expect(alone.filter((file) => projectOf(file) === 'shared')).toEqual([]);
  expect(OWN_PROCESS.filter((line) => !alone.some((file) => isOf(line, file)))).toEqual([]);
});

it('npm test runs the short list, npm run test:long the long one, and .ci/run both', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect([scripts.test, scripts['test:long']]).toEqual(['tsx tests/run.ts', 'tsx tests/run.ts --long']);
  const steps = readFileSync(join(ROOT, '.ci/run'), 'utf8').match(/^step .*$/gm) ?? [];
  expect(steps.filter((step) => / npm (test|run test:long)( |$)/.test(step))).toHaveLength(2);
});

it('the short list holds the tests it must not lose', () => {
  const kept = [
    'tests/vectors/typescript.test.ts',
    'tests/programs/vectors.test.ts',
    'tests/programs/settlementAccounts.test.ts',
    'tests/programs/settlementMoney.test.ts',
    'ts/linesman/proof/strict.test.ts',
    'tests/service/contract.test.ts',
    'tests/keeper/life.test.ts',
    'tests/cli/serveStart.test.ts',
  ];
  expect(kept.filter((file) => !files.includes(file) || isLong(file))).toEqual([]);
});
