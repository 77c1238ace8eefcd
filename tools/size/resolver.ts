import { posix } from 'node:path';
import type { Resolve } from './importGraph.js';

/** The source of a name of our packages. */
export type SourceOf = (name: string) => string | undefined;

/** Resolves imports to these paths: relative ones as the compiler does, others by the names of our packages. */
export function resolverOf(paths: readonly string[], sourceOf: SourceOf): Resolve {
  const isThere = new Set(paths);
  return (from, name) => {
    const path = name.startsWith('.') ? posix.join(posix.dirname(from), name) : (sourceOf(name) ?? '');
    const written = ['.ts', '.tsx'].map((ending) => path.replace(/\.js$/, ending));
    return [...written, path].find((one) => isThere.has(one));
  };
}
