import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/**
 * Addresses and instructions have one kind everywhere, which needs no library. One folder each converts them for a client
 * library; nothing outside may import it, types included, for then its keys would stand in public types.
 */

const ROOT = fileURLToPath(new URL('../ts', import.meta.url));
const SOURCES = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?<!\.(test|bench))\.ts$/.test(file),
);
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const code = (file: string): string => read(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

test.each([
  ['web3', '@solana/web3.js'],
  ['kit', '@solana/kit'],
])('only ts/%s imports %s', (folder, library) => {
  const importing = SOURCES.filter((file) => new RegExp(`'${library.replace('.', '\\.')}'`).test(read(file)));
  expect(importing.filter((file) => !file.startsWith(`${folder}/`))).toEqual([]);
  expect(importing.some((file) => file.startsWith(`${folder}/`))).toBe(true);
});

test('nothing else names the types of web3.js', () => {
  const words = /\b(PublicKey|TransactionInstruction|VersionedTransaction|Keypair|AddressLookupTableAccount)\b/;
  const naming = SOURCES.filter((file) => !/^(web3|kit)\//.test(file) && words.test(code(file)));
  expect(naming).toEqual([]);
});
