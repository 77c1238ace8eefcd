import { expect, it } from 'vitest';
import { modeOf, USAGE } from './options.js';

it.each([
  [[], 'print'],
  [['--json'], 'json'],
  [['--write'], 'write'],
  [['--check'], 'check'],
  [['--help'], 'help'],
])('%j: %s', (args, mode) => {
  expect(modeOf(args)).toBe(mode);
  for (const option of args) expect(USAGE).toContain(`\n  ${option} `);
});

it.each([
  [['--all'], "Unknown option '--all'"],
  [['ts'], "Unexpected argument 'ts'"],
  [['--check=no'], 'does not take an argument'],
  [['--check', '--write'], '--write and --check exclude each other'],
])('refuses %j', (args, message) => expect(() => modeOf(args)).toThrow(message));
