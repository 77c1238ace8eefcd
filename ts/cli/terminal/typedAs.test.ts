import { expect, test } from 'vitest';
import { inTypedWords, typedAs } from './typedAs.js';

test('only a command that npx started itself is shown with npx', () => {
  expect(typedAs({})).toBe('linesman');
  for (const script of ["'linesman'", 'linesman', 'linesman serve', '"linesman"'])
    expect(typedAs({ npm_command: 'exec', npm_lifecycle_script: script })).toBe('npx linesman');
  for (const [by, script] of [
    ['run', 'linesman serve'],
    ['exec', 'vitest'],
    ['exec', 'sh -c linesman'],
    ['exec', 'linesmanship'],
    ['exec', undefined],
  ])
    expect(typedAs({ npm_command: by, npm_lifecycle_script: script })).toBe('linesman');
});

test('commands in sentences are shown as they must be typed, and data is unchanged', () => {
  const written: string[] = [];
  const terminal = { stdin: process.stdin, out: (text: string) => written.push(text), err: () => {} };
  const { out } = inTypedWords(terminal, () => ['serve', 'market'], 'npx linesman');
  const kept = ['linesman serves at x\n', '{"hint":"linesman serve"}\n', '/data/linesman serve', 'linesman other'];
  for (const text of kept) out(text);
  expect(written.splice(0)).toEqual(kept);
  out('linesman serve; `linesman market`, $(linesman market create) and\n  linesman serve --help.');
  expect(written).toEqual([
    'npx linesman serve; `npx linesman market`, $(npx linesman market create) and\n  npx linesman serve --help.',
  ]);
});

test('a command is written with npx once, however often its text passes through', () => {
  const written: string[] = [];
  const terminal = { stdin: process.stdin, out: () => {}, err: (text: string) => written.push(text) };
  const commands = () => ['serve', 'market'];
  const { err } = inTypedWords(inTypedWords(terminal, commands, 'npx linesman'), commands, 'npx linesman');
  err('Run npx linesman serve, `npx --no linesman market`, npx --yes -q linesman serve or\nlinesman serve.');
  expect(written).toEqual([
    'Run npx linesman serve, `npx --no linesman market`, npx --yes -q linesman serve or\nnpx linesman serve.',
  ]);
});
