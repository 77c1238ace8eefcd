import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { lastCommitOf } from '../bench/against.js';
import { BENCHMARKS } from '../bench/benchmarks.js';
import { isStale } from '../bench/build.js';
import { withPart } from '../bench/document.js';
import { both, documentedRatios, fallenOf, ratiosOf } from '../bench/fallen.js';
import { ON_PACKAGE } from '../bench/forked.js';
import { partsOf } from '../bench/profile.js';
import { resultMarkdown } from '../bench/report.js';
import { medianRatio, sideBySide } from '../bench/rounds.js';
import { PACKAGES } from '../tools/build/packages.js';
import { temporaryFolder } from './helpers/temporaryFolder.js';

const root = fileURLToPath(new URL('../', import.meta.url));

test('benchmarks import the built packages, and their own files as sources', () => {
  const code = `
    import { parseProof } from './ts/sdk/proof/index.js';
    import { verify } from '@linesman/sdk/proof';
    import { BENCHMARKS } from './bench/benchmarks.ts';
    for (const run of [() => parseProof('no JSON'), () => verify({}, { sport: 'soccer' })])
      try { run(); } catch (error) { console.log(error.stack); }
    console.log(BENCHMARKS.map(({ name }) => name).join());`;
  const said = execFileSync(process.execPath, [...ON_PACKAGE, '--input-type=module', '-e', code], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(said).toContain('ts/sdk/dist/proof/readDocument.js');
  expect(said).toContain('ts/sdk/dist/proof/verify.js');
  expect(said).not.toContain('ts/sdk/proof/');
  expect(said).toContain(BENCHMARKS.map(({ name }) => name).join());
});

test('docs/internals/testing.md names every benchmark', () => {
  const page = readFileSync(join(root, 'docs/internals/testing.md'), 'utf8');
  const [, list = ''] = /`npm run bench` measures .+?: (.+?)\. /.exec(page) ?? [];
  expect([...list.matchAll(/`([\w-]+)`/g)].map(([, name]) => name)).toEqual(BENCHMARKS.map(({ name }) => name));
});

describe('packages are rebuilt when they are older than their sources', () => {
  const folder = temporaryFolder('stale');
  const put = (file: string, time: number): void => {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
    utimesSync(path, time, time);
  };
  const FOLDERS = PACKAGES.map((name) => `ts/${name}`);
  const SOURCES = [
    'tsconfig.base.json',
    ...FOLDERS.flatMap((name) => [`${name}/tsconfig.json`, `${name}/package.json`, `${name}/index.ts`]),
    'ts/sdk/proof/verify.ts',
  ];
  const BUILT = [...FOLDERS.map((name) => `${name}/dist/index.js`), 'ts/sdk/dist/proof/verify.js'];

  test('by file names and modification times', () => {
    for (const file of SOURCES) put(file, 100);
    expect(isStale(folder)).toBe(true);
    for (const file of [...BUILT, 'ts/sdk/dist/index.d.ts']) put(file, 200);
    expect(isStale(folder)).toBe(false);
    // Not part of any package.
    for (const file of ['ts/sdk/proof/verify.test.ts', 'examples/demo/main.ts']) put(file, 300);
    expect(isStale(folder)).toBe(false);
    for (const file of SOURCES) {
      put(file, 300);
      expect(isStale(folder), file).toBe(true);
      put(file, 100);
    }
    put('ts/service/new.ts', 100);
    expect(isStale(folder)).toBe(true);
    rmSync(join(folder, 'ts/service/new.ts'));
    put('ts/sdk/dist/old.js', 200);
    expect(isStale(folder)).toBe(true);
  });
});

describe('docs/internals/benchmarks.md', () => {
  const NAMES = ['one', 'two', 'three'];
  const headings = (text: string) => [...text.matchAll(/^## (.*)$/gm)].map(([, name]) => name);

  test('collects the parts in the order of the benchmarks and keeps those that are not measured again', () => {
    let text = withPart('', { name: 'three', text: 'first of three' }, NAMES);
    text = withPart(text, { name: 'one', text: 'a\n\n| b |' }, NAMES);
    const before = text;
    text = withPart(text, { name: 'three', text: 'second of three' }, NAMES);
    expect(headings(text)).toEqual(['one', 'three']);
    expect(text).toBe(before.replace('first of three', 'second of three'));
    expect(withPart(text, { name: 'three', text: 'second of three\n' }, NAMES)).toBe(text);
    expect(headings(withPart(text, { name: 'two', text: '' }, ['two', 'three']))).toEqual(['two', 'three']);
  });

  test('begins with one heading, whatever stood before the parts', () => {
    const text = withPart('# Old\n\nwords\n\n## one\n\nkept\n', { name: 'two', text: 'new' }, NAMES);
    expect(text.startsWith('# Benchmarks\n')).toBe(true);
    expect(text).not.toContain('words');
    expect(text).toContain('## one\n\nkept\n');
  });
});

test('a ratio is the median of the rounds, even when some of them ran under load', async () => {
  expect(medianRatio([2, 200, 4, 6, 2], [1, 100, 2, 3, 100])).toBe(2);
  let run = 0;
  const { ms, ratio } = await sideBySide(
    [
      { name: 'a', run: () => run++ },
      { name: 'b', run: () => run++ },
    ],
    { rounds: 3, limit: 1_000 },
  );
  expect(run).toBe(8);
  expect(Object.keys(ms)).toEqual(['a', 'b']);
  expect(ratio('a', 'a')).toBe(1);
});

describe('a profile', () => {
  test('counts a native function with its caller, and leaves out idleness and the profiler', () => {
    const frames = [
      [1, '(root)', '', [2, 3, 4, 10, 12, 13]],
      [2, '(idle)', '', []],
      [3, '(garbage collector)', '', []],
      [4, 'fill', 'file:///a/ts/records/dist/batch/flatTree.js', [5, 7, 8]],
      [5, 'hash', 'node:internal/crypto/hash', [6]],
      [6, 'oneShotDigest', '', []],
      [7, 'query', 'file:///a/node_modules/@electric-sql/pglite/dist/index.js', [9]],
      [8, 'set', '', []],
      [9, 'wasm-function[1]', 'wasm://wasm/1', []],
      [10, 'dispatch', 'node:inspector', [11]],
      [11, 'run', '', []],
      [12, 'verify', 'file:///a/ts/sdk/proof/verify.ts', []],
      [13, 'run', 'file:///a/bench/tree.ts', []],
    ] as const;
    const nodes = frames.map(([id, functionName, url, children]) => ({
      id,
      callFrame: { functionName, url },
      children: [...children],
    }));
    const parts = partsOf(nodes);
    expect(nodes.map(({ id }) => parts.get(id))).toEqual([
      'the engine',
      undefined,
      'garbage collection',
      'records/batch',
      'node:crypto',
      'node:crypto',
      '@electric-sql/pglite',
      'records/batch',
      'WebAssembly',
      undefined,
      undefined,
      'sdk/proof',
      'the benchmark',
    ]);
  });

  test('is a table of the parts, with the small ones in one line', () => {
    const memory = { rss: 1, heap: 1, external: 1 };
    const profiles = [
      {
        what: 'one',
        shares: [
          ['a', 0.6],
          ['b', 0.39],
          ['c', 0.01],
        ] as const,
      },
      { what: 'two', shares: [['b', 1]] as const },
    ];
    const result = { name: 'x', about: 'what', rows: [], notes: [], profiles, memory, seconds: 1 };
    const text = resultMarkdown(result, { command: 'c', machine: 'm' });
    expect(
      text
        .split('\n')
        .slice(-5)
        .map((line) => line.replaceAll(/ +/g, ' ')),
    ).toEqual([
      '| part | one | two |',
      '| ------------- | ---: | ----: |',
      '| b | 39 % | 100 % |',
      '| a | 60 % | |',
      '| anything else | 1 % | |',
    ]);
    expect(resultMarkdown({ ...result, profiles: [] }, { command: 'c', machine: 'm' })).not.toContain('| part');
  });
});

describe('a ratio that has fallen', () => {
  const page = readFileSync(join(root, 'docs/internals/benchmarks.md'), 'utf8');
  const committed = documentedRatios(page);
  const rowsAt = (name: string, part: number) =>
    [...(committed.get(name) ?? [])].map(([what, ratio]) => ({ what, value: 1, unit: 'ms', ratio: ratio * part }));

  test('is compared with every ratio of the document', () => {
    const written = page.match(/ [\d.,]+× \|/g) ?? [];
    expect([...committed.values()].reduce((count, rows) => count + rows.size, 0)).toBe(written.length);
    expect(documentedRatios('## one\n\n| a | 1 ms | b | 1,234× | ≥ 3× ✓ |\n| c | 1 ms |  |  |  |\n')).toEqual(
      new Map([['one', new Map([['a', 1_234]])]]),
    );
  });

  test('by more than a tenth is reported, with both figures', () => {
    const name = 'ingest';
    expect(rowsAt(name, 1).length).toBeGreaterThan(3);
    for (const part of [0.91, 1, 3]) expect(fallenOf(committed, { name, rows: rowsAt(name, part) })).toEqual([]);
    for (const part of [0.89, Number.NaN]) {
      const rows = rowsAt(name, part);
      const found = fallenOf(committed, { name, rows });
      expect(found.map(({ what, now }) => [what, now])).toEqual(rows.map(({ what, ratio }) => [what, ratio]));
      expect(found.map(({ before }) => before)).toEqual([...(committed.get(name)?.values() ?? [])]);
    }
  });

  test('is none where only one side has the row or the benchmark', () => {
    const rows = [{ what: 'new', value: 1, unit: 'ms', ratio: 0.01 }];
    for (const name of ['ingest', 'new']) expect(fallenOf(committed, { name, rows })).toEqual([]);
    const [row] = rowsAt('ingest', 1);
    const { ratio: _, ...without } = row ?? { what: '', value: 1, unit: 'ms' };
    expect(fallenOf(committed, { name: 'ingest', rows: [without] })).toEqual([]);
  });

  test('counts when it falls twice', () => {
    const [first = [], second = []] = [0.5, 0.6].map((part) =>
      fallenOf(committed, { name: 'ingest', rows: rowsAt('ingest', part) }),
    );
    expect(both(first, second)).toEqual(second);
    expect(both(first.slice(1), second)).toEqual(second.slice(1));
    expect([both([], second), both(first, [])]).toEqual([[], []]);
  });

  test('is compared with another measurement, too', () => {
    const row = { what: 'a', value: 1, unit: 'ms' };
    const measured = (ratio: number) => ({
      name: 'one',
      rows: [
        { ...row, ratio },
        { ...row, what: 'b' },
      ],
    });
    expect(ratiosOf(measured(2))).toEqual(new Map([['one', new Map([['a', 2]])]]));
    expect(fallenOf(ratiosOf(measured(2)), measured(1.7))).toEqual([
      { benchmark: 'one', what: 'a', before: 2, now: 1.7 },
    ]);
    expect(fallenOf(ratiosOf(measured(2)), measured(1.9))).toEqual([]);
  });
});

test('the version of a document is the commit that last changed it, which a shallow clone does not have', () => {
  const folder = temporaryFolder('history');
  const [whole, shallow] = [join(folder, 'whole'), join(folder, 'shallow')];
  const git = (cwd: string, ...words: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], {
      cwd,
      encoding: 'utf8',
    }).trim();
  git(folder, 'init', '--quiet', whole);
  for (const file of ['document.md', 'other.md']) {
    writeFileSync(join(whole, file), file);
    git(whole, 'add', file);
    git(whole, 'commit', '--quiet', '--message', file);
  }
  expect(lastCommitOf('document.md', whole)).toBe(git(whole, 'rev-parse', 'HEAD~1'));
  git(folder, 'clone', '--quiet', '--depth', '1', `file://${whole}`, shallow);
  expect(() => lastCommitOf('document.md', shallow)).toThrow(/--unshallow/);
});
