import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { PURPOSES } from '../../tools/pack/installLine.js';
import { type Shell, shell } from '../helpers/docShell.js';
import { Packed } from '../helpers/package/packed.js';

/** `npm run pack`, and the lines of its install.txt, each in an empty folder beside the clone. */

const packed = new Packed();
let running: Shell | undefined;
afterAll(() => {
  running?.kill();
  packed.end();
});

const TEXT = readFileSync(join(packed.folder, 'install.txt'), 'utf8');
const LINES = [...TEXT.matchAll(/^# (.+)\n(npm install .+)$/gm)].map(([, why = '', line = '']) => ({ why, line }));

async function run(name: string, script: string): Promise<string> {
  running = shell(`set -euo pipefail\n${script}`, packed.beside(name), packed.environment());
  const { code, stdout, stderr } = await running.ended;
  expect(code, `${stdout}\n${stderr}`).toBe(0);
  return stdout;
}

const lineFor = (text: string): string => LINES.find(({ why }) => why.includes(text))?.line ?? '';

it('writes a line for each purpose, with files that exist and no pattern', () => {
  expect(LINES.map(({ why }) => why)).toEqual(PURPOSES.map(({ why }) => why));
  for (const { line } of LINES) {
    const files = line.split(' ').slice(2);
    expect(files.filter((file) => !existsSync(file) || /[*?]/.test(file))).toEqual([]);
  }
});

it('installs the command, which verifies an answer and names what it lacks', { timeout: 120_000 }, async () => {
  const answers = 'node_modules/@linesman/sdk/examples';
  const stdout = await run(
    'command',
    [
      lineFor('on the command line'),
      `npx linesman verify ${answers}/proofs/final-win.json --roots ${answers}/roots/scores.json --where 'k1 - k2 > 0'`,
      'npx linesman serve 2>&1 || true',
    ].join('\n'),
  );
  expect(stdout).toMatch(/^verdict +true: k1 - k2 > 0$/m);
  expect(stdout).toMatch(/error 7329 PackageNotInstalled: .*@linesman\/service[\s\S]*install\.txt/);
});

it('installs the library without the command, and every entry has the texts of its errors', {
  timeout: 120_000,
}, async () => {
  const { exports } = JSON.parse(readFileSync(new URL('../../ts/sdk/package.json', import.meta.url), 'utf8')) as {
    exports: Record<string, object | string>;
  };
  // Client libraries are for the two that the user chooses.
  const entries = Object.keys(exports).filter((path) => !/\*|package\.json|web3|kit/.test(path));
  expect(entries.length).toBeGreaterThan(10);
  const script = [
    'const [, entry] = process.argv;',
    "await import('@linesman/sdk' + entry);",
    "const { errorOf } = await import('@linesman/sdk/internal/error/linesmanError');",
    "if (errorOf(7260, { index: 3, leaves: 2 }).message !== 'The tree has 2 leaves, none with index 3.') throw entry;",
  ].join(' ');
  const stdout = await run(
    'library',
    [
      lineFor('in your code'),
      'ls node_modules/.bin 2>/dev/null || true',
      ...entries.map((path) => `node --input-type=module -e "${script}" '${path.slice(1)}'`),
    ].join('\n'),
  );
  expect(stdout).not.toMatch(/^linesman$/m);
  expect(existsSync(join(packed.clone, '../library/node_modules/commander'))).toBe(false);
});
