import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

/**
 * `node --import tsx --import ./bench/onPackage.mjs`: what the benchmarks import of `ts/`, or by the name of a package,
 * is what was built, as users have it. Only their own files, and those of the tests that they use, come as sources.
 */

const ROOT = new URL('../', import.meta.url);
const SOURCES = new URL('ts/', ROOT).href;
const manifest = (place) => JSON.parse(readFileSync(new URL('package.json', place), 'utf8'));
const PACKAGES = readdirSync(new URL('ts/', ROOT))
  .map((folder) => new URL(`ts/${folder}/`, ROOT))
  .filter((place) => existsSync(new URL('package.json', place)));

/** What each name means: those of the packages, and their own private ones (`#texts`). */
const BUILT = new Map(
  PACKAGES.flatMap((place) => {
    const { name, exports = {}, imports = {} } = manifest(place);
    return [
      ...Object.entries(exports).map(([path, { default: file }]) => [name + path.slice(1), file]),
      ...Object.entries(imports).map(([path, { node: file }]) => [path, file]),
    ]
      .filter(([, file]) => file !== undefined)
      .map(([path, file]) => [path, new URL(file, place).href]);
  }),
);

/** The file that a name means; undefined for one that is not ours. */
function builtByName(name) {
  const exact = BUILT.get(name);
  if (exact !== undefined) return exact;
  for (const [pattern, file] of BUILT) {
    const [before, after] = pattern.split('*');
    if (after !== undefined && name.startsWith(before)) return file.replace('*', name.slice(before.length));
  }
  return undefined;
}

/** The compiled file of a source. */
const builtOf = (href) => href.replace(SOURCES, '').replace(/^[^/]+\//, (folder) => `${SOURCES}${folder}dist/`);

export function resolve(specifier, context, next) {
  // tsconfig has paths for these, which would lead back to the sources.
  const built = builtByName(specifier);
  if (built !== undefined) return next(built, context);
  if (/^(\.\.?\/|file:)/.test(specifier) && context.parentURL) {
    const { href } = new URL(specifier, context.parentURL);
    const isSource = href.startsWith(SOURCES) && !href.slice(SOURCES.length).includes('/dist/');
    if (isSource) return next(builtOf(href), context);
  }
  return next(specifier, context);
}

// Node runs the hooks in a thread of their own, which loads this file once more.
if (isMainThread) register(import.meta.url);
