import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './helpers/cli.js';
import { isLong, isOf, LONG_TESTS, TEST_FOLDERS } from './longTests.js';

const files = TEST_FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
).filter((file) => file.endsWith('.test.ts'));

it('every test file is in exactly one of the two lists', () => {
  const listed = JSON.parse(
    execFileSync('npx', ['vitest', 'list', '--filesOnly', '--json'], { cwd: ROOT, encoding: 'utf8' }),
  ) as { file: string; projectName: string }[];
  const lists = listed.map(({ file, projectName }) => [relative(ROOT, file), projectName]);
  expect(lists.toSorted()).toEqual(files.map((file) => [file, isLong(file) ? 'long' : 'short']).toSorted());
});

it('every line names something that exists, once', () => {
  expect(LONG_TESTS.filter((line) => !files.some((file) => isOf(line, file)))).toEqual([]);
  expect(files.filter((file) => LONG_TESTS.filter((line) => isOf(line, file)).length > 1)).toEqual([]);
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
