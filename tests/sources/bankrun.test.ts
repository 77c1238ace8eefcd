import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../helpers/cli.js';
import { loadingImports } from '../helpers/loadingImports.js';

/** Every tracked source, and what it loads. */
const SOURCES = execFileSync('git', ['ls-files', '*.ts'], { cwd: ROOT, encoding: 'utf8' })
  .trim()
  .split('\n')
  .map((file) => {
    const code = readFileSync(join(ROOT, file), 'utf8');
    return { file, code, imports: loadingImports(code) };
  });

it('tests access LiteSVM in one file, and solana-bankrun only through an example or an engine', () => {
  const reaching = SOURCES.filter(
    ({ file, imports }) => file.startsWith('tests/') && imports.some((name) => /^(solana-bankrun|litesvm)$/.test(name)),
  );
  expect(reaching.map(({ file }) => file)).toEqual(['tests/helpers/liteBank.ts']);
});

/** Calls of bankrun's `start`, and of `startAnchor`, which takes programs from Anchor.toml. */
const startsOf = (code: string): string[] => code.match(/(?<!async )\bstart(?:Anchor)?\([^)]*\)/g) ?? [];

it('starts bankrun with nothing that the garbage collector could take from it', () => {
  const starting = SOURCES.filter(
    ({ code, imports }) =>
      imports.some((name) => /^(solana|anchor)-bankrun$/.test(name)) ||
      code.includes("typeof import('solana-bankrun')"),
  )
    .map(({ file, code }) => [file, startsOf(code)] as const)
    .filter(([, calls]) => calls.length > 0);
  expect(starting.length).toBeGreaterThanOrEqual(4);
  expect(starting).toEqual(starting.map(([file]) => [file, ['start([], [])']]));
});
