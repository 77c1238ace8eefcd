import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import resolvePackages from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';
import { build as esbuild } from 'esbuild';
import { rollup } from 'rollup';
import { build as vite } from 'vite';
import webpack from 'webpack';

// node firstLoad.js NAME=CODE …: for each, the bytes that a page loads first with each bundler, gzipped, as JSON.

/** A chunk and all that it imports at once. */
function withImports(first, importsOf) {
  const found = new Set([first]);
  for (const file of found) for (const other of importsOf(file)) found.add(other);
  return [...found];
}
const gzipped = (texts) => texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
const ofChunks = (output) => {
  const chunks = new Map(output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
  const entry = [...chunks.values()].find(({ isEntry }) => isEntry);
  return gzipped(withImports(entry.fileName, (file) => chunks.get(file).imports).map((file) => chunks.get(file).code));
};

const BUNDLERS = {
  vite: async (file) => {
    const options = { root: process.cwd(), configFile: false, logLevel: 'silent' };
    const rolldownOptions = { input: file, preserveEntrySignatures: 'strict' };
    const { output } = await vite({ ...options, build: { write: false, modulePreload: false, rolldownOptions } });
    return ofChunks(output);
  },
  rollup: async (file) => {
    const bundle = await rollup({ input: file, plugins: [resolvePackages({ browser: true })], onwarn: () => {} });
    return ofChunks((await bundle.generate({ format: 'es', plugins: [terser({ module: true })] })).output);
  },
  'esbuild with splitting': async (file) => {
    const options = { bundle: true, minify: true, format: 'esm', splitting: true, write: false, metafile: true };
    const { outputFiles, metafile } = await esbuild({ entryPoints: [file], outdir: 'out', ...options });
    const { outputs } = metafile;
    const first = Object.keys(outputs).find((name) => outputs[name].entryPoint);
    const isStatic = ({ kind }) => kind === 'import-statement';
    const files = withImports(first, (name) => outputs[name].imports.filter(isStatic).map(({ path }) => path));
    return gzipped(files.map((name) => outputFiles.find(({ path }) => path === resolve(name)).text));
  },
  webpack: (file) =>
    new Promise((done, failed) => {
      const output = { path: resolve('webpack-out'), library: { type: 'module' }, module: true };
      const experiments = { outputModule: true };
      webpack({ mode: 'production', target: 'es2022', entry: file, output, experiments }, (error, stats) => {
        if (error ?? stats.hasErrors()) return failed(error ?? stats.toString());
        const { assets } = stats.toJson().entrypoints.main;
        done(gzipped(assets.map(({ name }) => readFileSync(join('webpack-out', name)))));
      });
    }),
};

mkdirSync('apps', { recursive: true });
const found = {};
for (const argument of process.argv.slice(2)) {
  const [, name, code] = /^([^=]+)=([\s\S]*)$/.exec(argument);
  const file = resolve(`apps/${name.replaceAll(/\W+/g, '-')}.js`);
  writeFileSync(file, code);
  found[name] = {};
  for (const [bundler, bytes] of Object.entries(BUNDLERS)) found[name][bundler] = await bytes(file);
}
console.log(JSON.stringify(found));
