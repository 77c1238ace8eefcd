import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repositoryFiles } from '../../tools/build/repositoryFiles.js';
import { sourceOfName } from '../../tools/build/sources.js';

/**
 * The sources of the repository for tests that check them. A file is read once in a process, and these tests share one.
 * Every path is relative to the root.
 */

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Every file that git tracks or would add. */
export const FILES: readonly string[] = repositoryFiles(ROOT);

/** The sources of the packages, without tests. */
export const PACKAGE_SOURCES = FILES.filter((file) => /^ts\/.*(?<!\.(test|bench))\.tsx?$/.test(file));

function once<Value>(make: (file: string) => Value): (file: string) => Value {
  const made = new Map<string, Value>();
  return (file) => {
    if (!made.has(file)) made.set(file, make(file));
    return made.get(file) as Value;
  };
}

export const textOf = once((file) => readFileSync(join(ROOT, file), 'utf8'));

/** Without comments, whose examples import and call what the file itself does not. */
export const codeOf = once((file) => textOf(file).replace(/^\s*(\/\*\*|\*( |\/|$)|\/\/).*$|\s\/\/ .*$/gm, ''));

/** Every module that a file names, also for types and on demand. */
export const importsOf = once((file) =>
  [...codeOf(file).matchAll(/(?:from\s+|import\s*\(?\s*)'([^'\s]+)'/g)].map(([, name = '']) => name),
);

const isThere = new Set(FILES);

/** The source that an import names; undefined for one that is installed. */
export function sourceOf(file: string, name: string): string | undefined {
  if (!name.startsWith('.')) {
    const source = sourceOfName(name);
    return source && fileURLToPath(source).slice(ROOT.length);
  }
  const path = join(dirname(file), name);
  const written = ['.ts', '.tsx'].map((ending) => path.replace(/\.js$/, ending));
  return written.find((one) => isThere.has(one)) ?? path;
}

/** What a file loads with it, so without types and without what it imports on demand: sources, and other names. */
export const loadedBy = once((file) =>
  isThere.has(file) && /\.tsx?$/.test(file)
    ? [...codeOf(file).matchAll(/^(?:import|export)\s+(?!type\b)(?:[^;']*\sfrom\s+)?'([^']+)';/gm)].map(
        ([, name = '']) => sourceOf(file, name) ?? name,
      )
    : [],
);

/** The same with everything that these load in turn, and the files themselves. */
export function loadedFrom(files: readonly string[]): readonly string[] {
  const seen = new Set(files);
  for (const file of seen) for (const each of loadedBy(file)) seen.add(each);
  return [...seen];
}
