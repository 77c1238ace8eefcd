import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { TokenFile } from '../../ts/keeper/commands/customer/tokenFile.js';
import { WholeFile } from '../../ts/sdk/node/wholeFile.js';
import { writeWhole } from '../../ts/service/serve/writeWhole.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';
import { outcome } from '../helpers/thrown.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = temporaryFolder('whole');
  path = join(folder, 'file');
});

/** Everything that writes a whole file, with its draft. */
const WRITERS: [string, (text: string) => void, () => string][] = [
  ['a draft', (text) => new WholeFile(path).write(text), () => `${path}.new`],
  ['a file of the data folder', (text) => writeWhole(path, text), () => `${path}.new`],
  ['a token', (text) => new TokenFile(path).write(text.trimEnd()), () => `${path}.${process.pid}.new`],
];

test.each(WRITERS)('%s is written as a whole, for its owner only', (_, write, draft) => {
  const text = `${'a line of it '.repeat(100_000)}end\n`;
  for (let i = 0; i < 2; i++) {
    write(text);
    expect([readFileSync(path, 'utf8') === text, statSync(path).mode & 0o777]).toEqual([true, 0o600]);
  }
  // Left by a killed process, or put there by another program.
  writeFileSync(draft(), 'more than there is to write'.repeat(100_000), { mode: 0o666 });
  write('one\n');
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['one\n', 0o600]);
  const other = join(folder, 'other');
  writeFileSync(other, 'of somebody');
  symlinkSync(other, draft());
  write('two\n');
  expect([readFileSync(path, 'utf8'), readFileSync(other, 'utf8')]).toEqual(['two\n', 'of somebody']);
  expect(readdirSync(folder).sort()).toEqual(['file', 'other']);
});

test('a failed write leaves nothing behind, and has an error of its own', () => {
  const token = new TokenFile(path);
  mkdirSync(path);
  writeFileSync(join(path, 'inner'), '');
  expect(outcome(() => writeWhole(path, 'text'))).toBe(7231);
  // Fails before a token is paid for when the draft could not replace the file.
  expect(outcome(() => new TokenFile(path))).toBe(7156);
  expect(outcome(() => token.write('token'))).toBe(7156);
  token.abandon();
  expect(readdirSync(folder)).toEqual(['file']);
  expect(outcome(() => new TokenFile(join(folder, 'nowhere', 'file')))).toBe(7156);
  expect(outcome(() => writeWhole(join(folder, 'nowhere', 'file'), 'text'))).toBe(7231);
});

test('an abandoned write leaves the old file', () => {
  writeFileSync(path, 'before');
  const token = new TokenFile(path);
  token.abandon();
  token.abandon();
  expect([readFileSync(path, 'utf8'), existsSync(`${path}.${process.pid}.new`)]).toEqual(['before', false]);
  const written = new TokenFile(path);
  written.write('after');
  written.abandon();
  expect(readFileSync(path, 'utf8')).toBe('after\n');
});
