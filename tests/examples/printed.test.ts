import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { FILES, ROOT, textOf } from '../helpers/sources.js';

/** What the examples print, which nobody reads whose script has ended well. */

const run = promisify(execFile);

/** Values that somebody forgot to format; `NaN` as a word. */
const UNFORMATTED = /\[object \w+\]|\[Object\]|\bundefined\b|\bNaN\b|\bPromise \{/;

/** Examples that write to the terminal. A browser runs those of the pages; the project and the dapp have own tests. */
const PRINTING = FILES.filter(
  (file) =>
    /^examples\/(?!pages\/|project\/|generate\.ts$).*\.m?ts$|^examples\/(?!dapp\.)[^/]*\.mjs$/.test(file) &&
    /\bconsole\.log\(|\bstdout\.write\(/.test(textOf(file)),
);

it('are found', () => {
  expect(PRINTING).toEqual([
    'examples/anchor/litesvm.ts',
    'examples/anchor/main.ts',
    'examples/demo/main.ts',
    'examples/verify.mjs',
  ]);
});

it.each(PRINTING)('%s prints text', { timeout: 120_000 }, async (file) => {
  const { stdout } = await run(process.execPath, ['--import', 'tsx', file], { cwd: ROOT });
  expect(stdout).toMatch(/\w/);
  expect(stdout.split('\n').filter((line) => UNFORMATTED.test(line))).toEqual([]);
});
