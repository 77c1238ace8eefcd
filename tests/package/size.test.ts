import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import type { LinesmanError } from '../../ts/linesman/error/index.js';
import type * as Proof from '../../ts/linesman/proof/index.js';

/** What the built package costs in a browser. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

interface Bundle {
  /** The module that is loaded first, and what it loads when it is asked to. */
  readonly entry: string;
  readonly lazy: string;
  /** Bytes of the first, minified and gzipped. */
  readonly size: number;
  /** What it is made of, and what bundlers leave to the runtime. */
  readonly inputs: readonly string[];
  readonly external: readonly string[];
}

/** Of one file, or with a file of its own for what is loaded later. */
async function bundleOf(code: string, splitting = false): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: ROOT, sourcefile: 'app.js' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    splitting,
    outdir: join(ROOT, 'app'),
    entryNames: 'app',
    write: false,
    metafile: true,
    absWorkingDir: ROOT,
    // Ours has paths to the sources.
    tsconfigRaw: {},
  });
  const outputs = new Map(outputFiles.map(({ path, text }) => [path.slice(ROOT.length), text]));
  const written = Object.entries(metafile.outputs);
  /** With what it imports at once. */
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

/** Each way to import it costs the same. */
const SIZES = [
  ['parseProof and verify', "export { parseProof, verify } from 'linesman/proof'", 23_000],
  ['the same of the root', "export { parseProof, verify } from 'linesman'", 23_000],
  [
    'the same by a namespace',
    "import * as p from 'linesman/proof'; export const all = [p.parseProof, p.verify]",
    23_000,
  ],
  ['createClient', "export { createClient } from 'linesman/client'", 20_000],
  ['the same of the root', "export { createClient } from 'linesman'", 20_000],
] as const;

/** From an answer to the instruction that settles a market. */
const SETTLE = [
  ["export { parseProof } from 'linesman/proof'; export { settleInstructions } from 'linesman/program';", 28_000],
  // Checked before, built for a wallet, and its refusals read.
  [
    "export { parseProof, verify } from 'linesman/proof'; export { buildTransaction, marketAccount, settleInstructions } from 'linesman/program';",
    34_000,
  ],
] as const;

test.each(SIZES)('%s: %s', async (_, code, most) => {
  const { entry, lazy, size, inputs, external } = await bundleOf(code);
  console.info(`${size.toLocaleString('en')} of ${most.toLocaleString('en')} bytes: ${code}`);
  expect(entry).not.toMatch(/["'`]node:|\bBuffer\b|\bprocess\.|\brequire\b/);
  expect([external, lazy]).toEqual([[], '']);
  const foreign = inputs.filter(
    (name) => !/^(app\.js|ts\/linesman\/dist\/|node_modules\/@noble\/(hashes|ed25519)\/)/.test(name),
  );
  expect(foreign).toEqual([]);
  expect(inputs.filter((name) => /error\/texts|dist\/program/.test(name))).toEqual([]);
  expect(size).toBeLessThanOrEqual(most);
});

test.each(SETTLE)('a settle instruction from an answer: %s', async (code, most) => {
  const { entry, lazy, size, inputs, external } = await bundleOf(code);
  console.info(`${size.toLocaleString('en')} of ${most.toLocaleString('en')} bytes: ${code}`);
  expect(entry).not.toMatch(/["'`]node:|\bBuffer\b|\bprocess\.|\brequire\b/);
  expect([external, lazy]).toEqual([[], '']);
  expect(inputs.filter((name) => /error\/texts|@solana/.test(name))).toEqual([]);
  expect(size).toBeLessThanOrEqual(most);
});

test('a bundle verifies; its errors are bare', async () => {
  const { entry } = await bundleOf("export { parseProof, verify } from 'linesman/proof'");
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

test('texts of errors are a file of their own, loaded when they are asked for', async () => {
  const { entry, lazy } = await bundleOf(
    "export { parseProof } from 'linesman/proof'; export { loadErrorTexts } from 'linesman/error';",
    true,
  );
  const sentence = 'The tree has no leaf with that index.';
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
