import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import type { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import type * as Proof from '../../ts/sdk/proof/index.js';
import { firstLoad, MAX_FIRST_BYTES } from '../helpers/explorer/firstLoad.js';

/** The size of the built package in a browser. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

interface Bundle {
  /** The module that is loaded first, and those loaded on demand. */
  readonly entry: string;
  readonly lazy: string;
  /** Bytes of the first, minified and gzipped. */
  readonly size: number;
  /** Its sources, and the imports that bundlers leave to the runtime. */
  readonly inputs: readonly string[];
  readonly external: readonly string[];
}

/** What only Node has. Uses of it get a name that nothing else has: the words may occur in texts. */
const NODE_GLOBALS = Object.fromEntries(
  ['Buffer', 'process', 'require', 'global', '__dirname'].flatMap((name) => [
    [name, `ONLY_IN_NODE_${name}`],
    [`globalThis.${name}`, `ONLY_IN_NODE_${name}`],
  ]),
);

/** Bundles into one file; with `splitting`, code loaded on demand goes into separate files. */
async function bundleOf(code: string, splitting = false): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: ROOT, sourcefile: 'app.js' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    splitting,
    define: NODE_GLOBALS,
    outdir: join(ROOT, 'app'),
    entryNames: 'app',
    write: false,
    metafile: true,
    absWorkingDir: ROOT,
    // Ours maps package names to sources.
    tsconfigRaw: {},
  });
  const outputs = new Map(outputFiles.map(({ path, text }) => [path.slice(ROOT.length), text]));
  const written = Object.entries(metafile.outputs);
  /** With its static imports. */
  const first = new Set(['app/app.js']);
  for (const name of first)
    for (const { path, kind } of metafile.outputs[name]?.imports ?? [])
      if (kind === 'import-statement') first.add(path);
  const isFirst = (name: string): boolean => first.has(name);
  const texts = (names: readonly string[]): string => names.map((name) => outputs.get(name) ?? '').join('\n');
  return {
    entry: texts([...first]),
    lazy: texts([...outputs.keys()].filter((name) => !isFirst(name))),
    size: [...first].reduce((sum, name) => sum + gzipSync(outputs.get(name) ?? '', { level: 9 }).length, 0),
    inputs: written.flatMap(([name, { inputs }]) => (isFirst(name) ? Object.keys(inputs) : [])),
    external: written.flatMap(([, { imports }]) => imports.flatMap(({ path, external }) => (external ? [path] : []))),
  };
}

/** A bundle that verifies brings this package and the two noble libraries, without the error texts and the programs. */
const NOT_TO_VERIFY =
  /^(?!app\.js|ts\/sdk\/dist\/|node_modules\/@noble\/(hashes|ed25519)\/)|error\/texts|dist\/program/;
/** A bundle that settles brings no Solana client library. */
const NOT_TO_SETTLE = /error\/texts|@solana/;

/** The same functions cost the same, whichever way they are imported. */
const BUDGETS = [
  {
    name: 'parseProof and verify',
    code: "export { parseProof, verify } from '@linesman/sdk/proof'",
    most: 23_000,
    absent: NOT_TO_VERIFY,
  },
  {
    name: 'parseProof and verify from the root',
    code: "export { parseProof, verify } from '@linesman/sdk'",
    most: 23_000,
    absent: NOT_TO_VERIFY,
  },
  {
    name: 'parseProof and verify from a namespace',
    code: "import * as p from '@linesman/sdk/proof'; export const all = [p.parseProof, p.verify]",
    most: 23_000,
    absent: NOT_TO_VERIFY,
  },
  {
    name: 'createClient',
    code: "export { createClient } from '@linesman/sdk/client'",
    most: 20_500,
    absent: NOT_TO_VERIFY,
  },
  {
    name: 'createClient from the root',
    code: "export { createClient } from '@linesman/sdk'",
    most: 20_500,
    absent: NOT_TO_VERIFY,
  },
  {
    name: 'a settle instruction from an answer',
    code: `export { parseProof } from '@linesman/sdk/proof';
      export { settleInstructions } from '@linesman/sdk/program';`,
    most: 28_000,
    absent: NOT_TO_SETTLE,
  },
  {
    name: 'a settle instruction, verified beforehand and built for a wallet, with the program errors read',
    code:
      "export { parseProof, verify } from '@linesman/sdk/proof'; " +
      "export { buildTransaction, marketAccount, settleInstructions } from '@linesman/sdk/program';",
    most: 34_000,
    absent: NOT_TO_SETTLE,
  },
];

test.each(BUDGETS)('$name: $code', async ({ code, most, absent }) => {
  const { entry, lazy, size, inputs, external } = await bundleOf(code);
  console.info(`${size.toLocaleString('en')} of ${most.toLocaleString('en')} bytes: ${code}`);
  expect(entry).not.toMatch(/["'`]node:|ONLY_IN_NODE/);
  expect([external, lazy]).toEqual([[], '']);
  expect(inputs.filter((name) => absent.test(name))).toEqual([]);
  expect(size).toBeLessThanOrEqual(most);
});

test('uses of what only Node has are found in a bundle, and names and texts are not', async () => {
  const found = async (code: string): Promise<boolean> => /ONLY_IN_NODE/.test((await bundleOf(code)).entry);
  for (const use of ['Buffer.from(x)', 'process.env.X', 'globalThis.Buffer?.from(x)', "require('x')", 'typeof process'])
    expect([use, await found(`export const used = (x) => ${use}`)]).toEqual([use, true]);
  for (const word of ["'Buffer'", '`of the process.`', 'x.Buffer', '{ require: x }'])
    expect([word, await found(`export const said = (x) => (${word})`)]).toEqual([word, false]);
});

test('a bundle verifies, and its errors have no texts', async () => {
  const { entry } = await bundleOf("export { parseProof, verify } from '@linesman/sdk/proof'");
  const { parseProof, verify } = (await import(
    /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(entry).toString('base64')}`
  )) as typeof Proof;
  const read = (path: string): string => readFileSync(join(ROOT, 'examples', path), 'utf8');
  for (const name of ['final-win', 'final-win-v3', 'half-time']) {
    const { kind } = verify(parseProof(read(`proofs/${name}.json`)), { sport: 'soccer' });
    expect([name, kind]).toEqual([name, 'stat']);
  }
  const key = Uint8Array.from(Buffer.from(read('oracle-key.txt').trim(), 'hex'));
  const signed = parseProof(read('proofs/final-win-v4.json'));
  expect(verify(signed, { sport: 'soccer', oracleKeys: [key] }).kind).toBe('stat');
  const refused = caught(() => verify(signed, { sport: 'soccer', oracleKeys: [key.toReversed()] }));
  expect(refused).toMatchObject({ number: 7009, name: 'InvalidOracleKey', message: 'InvalidOracleKey (7009)' });
});

test('the first load of the explorer is at most 120 kB', () => {
  const { page, files, bytes } = firstLoad();
  const most = MAX_FIRST_BYTES.toLocaleString('en');
  console.info(`${bytes.toLocaleString('en')} of ${most} bytes: the explorer, ${files.size} files`);
  expect(files.size).toBeGreaterThan(1);
  expect(bytes).toBeLessThanOrEqual(MAX_FIRST_BYTES);
  // No script inline, nothing from elsewhere.
  expect(page).not.toMatch(/<script(?![^>]* src=)|(src|href)="(https?:)?\/\//);
});

test('error texts are a separate file, loaded on demand', async () => {
  const { entry, lazy } = await bundleOf(
    "export { parseProof } from '@linesman/sdk/proof'; export { loadErrorTexts } from '@linesman/sdk/error';",
    true,
  );
  const sentence = 'The tree has no leaf with this index.';
  expect([entry.includes(sentence), lazy.includes(sentence)]).toEqual([false, true]);
});

function caught(run: () => unknown): LinesmanError {
  try {
    run();
  } catch (error) {
    return error as LinesmanError;
  }
  throw new Error('nothing is raised');
}
