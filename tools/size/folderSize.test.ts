import { expect, it } from 'vitest';
import { folderSizes, linesOf, totalOf } from './folderSize.js';

it.each([
  ['', 0],
  ['\n', 1],
  ['a\n\nb\n', 3],
  ['a\nb', 2],
])('lines of %j: %i', (text, lines) => expect(linesOf(text)).toBe(lines));

it('sums up the first two levels, by class', () => {
  const sizes = folderSizes([
    { path: 'tests/run.ts', text: '1\n' },
    { path: 'ts/sdk/index.ts', text: '1\n2\n' },
    { path: 'ts/sdk/proof/parse.ts', text: '1\n' },
    { path: 'ts/sdk/proof/parse.test.ts', text: '1\n2\n3\n' },
    { path: 'ts/sdk/proof/rules/table.ts', text: '1\n2\n3\n4\n' },
    { path: 'ts/sdk/README.md', text: '1\n' },
    { path: 'nobody/knows.ts', text: '1\n' },
    { path: 'README.md', text: '1\n' },
  ]);
  const row = (folder: string, product: number, tests: number, generated: number, files: number) => ({
    folder,
    product,
    tests,
    generated,
    files,
  });
  expect(sizes).toEqual([
    row('(root)', 0, 0, 0, 1),
    row('nobody', 0, 0, 0, 1),
    row('tests', 0, 1, 0, 1),
    row('ts/sdk', 3, 3, 4, 5),
  ]);
  expect(totalOf(sizes)).toEqual(row('total', 3, 4, 4, 8));
});
