import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** The folders of `ts/`, lowest first: none imports a later one. */
const ORDER = [
  'error',
  'format',
  'merkle',
  'proof',
  'program',
  'client',
  'node',
  'web3',
  'kit',
  'service',
  'keeper',
  'cli',
];

/** What may be imported by the folders that also run in a browser. */
const PORTABLE = /^(@noble\/|@scure\/base$)/;
const PORTABLE_FOLDERS = ORDER.slice(0, 6);

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../ts');
const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?<!\.(test|bench))\.ts$/.test(file),
);

const folderOf = (file: string): string => file.split('/')[0] ?? '';
const importsOf = (source: string): string[] =>
  [...source.matchAll(/(?:from\s+|import\s*\(?\s*)'([^']+)'/g)].map(([, name = '']) => name);
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

test('there is something to look at', () => {
  for (const folder of PORTABLE_FOLDERS) expect(files.some((file) => folderOf(file) === folder)).toBe(true);
});

test('imports go down only', () => {
  const upward = files.flatMap((file) =>
    importsOf(read(file))
      .filter((name) => name.startsWith('.'))
      .map((name) => folderOf(relative(ROOT, join(ROOT, dirname(file), name))))
      .filter((folder) => ORDER.indexOf(folder) > ORDER.indexOf(folderOf(file)) && ORDER.includes(folderOf(file)))
      .map((folder) => `${file} imports ${folder}`),
  );
  expect(upward).toEqual([]);
});

test('a node is reached in one place only, which limits how long it is waited for', () => {
  const opening = files.filter((file) => {
    const source = read(file);
    return /\bnew Connection\(/.test(source) && /'@solana\/web3\.js'/.test(source);
  });
  expect(opening).toEqual(['web3/rpcConnection.ts']);
});

test('who installs the package gets what it imports, and nothing besides; one client library is left to choose', () => {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(ROOT, '../package.json'), 'utf8'));
  // The demo is run in the repository only.
  const published = files.filter((file) => !file.startsWith('cli/demo/'));
  const packages = published
    .flatMap((file) => importsOf(read(file)))
    .flatMap((name) => /^(?!node:)((?:@[\w-]+\/)?[\w.-]+)(?:\/[\w./-]+)?$/.exec(name)?.[1] ?? [])
    .filter((name) => !name.startsWith('.'));
  expect([...new Set(packages)].sort()).toEqual(Object.keys({ ...dependencies, ...peerDependencies }).sort());
});

test('what runs in a browser imports nothing that does not', () => {
  const portable = files.filter((file) => PORTABLE_FOLDERS.includes(folderOf(file)));
  const foreign = portable.flatMap((file) =>
    importsOf(read(file))
      .filter((name) => !/^[.#]/.test(name) && !PORTABLE.test(name))
      .map((name) => `${file} imports ${name}`),
  );
  expect(foreign).toEqual([]);
  expect(portable.filter((file) => /\b(Buffer|process|require)\b(?=[.(])/.test(read(file)))).toEqual([]);
});
