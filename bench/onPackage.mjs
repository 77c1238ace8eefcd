import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';

/**
 * `node --import tsx --import ./bench/onPackage.mjs`: what the benchmarks import of `ts/` is the built package, as users
 * have it. Only their own files, and those of the tests that they use, come as sources.
 */

// That of another version, in a process that runs one.
const { LINESMAN_BENCH_ROOT: OTHER } = process.env;
const ROOT = OTHER ? pathToFileURL(join(OTHER, '/')) : new URL('../', import.meta.url);
const SOURCES = new URL('ts/', ROOT).href;
const PACKAGE = new URL('dist/', ROOT).href;
const { imports: IMPORTS = {} } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));

export function resolve(specifier, context, next) {
  // tsconfig has paths for these, which would lead back to the sources.
  if (specifier.startsWith('#')) return next(PACKAGE + IMPORTS[specifier].node.slice('./dist/'.length), context);
  if (/^\.\.?\//.test(specifier) && context.parentURL) {
    const { href } = new URL(specifier, context.parentURL);
    if (href.startsWith(SOURCES)) return next(href.replace(SOURCES, PACKAGE), context);
  }
  return next(specifier, context);
}

// Node runs the hooks in a thread of their own, which loads this file once more.
if (isMainThread) register(import.meta.url);
