import { readFileSync } from 'node:fs';
import { PACKAGES } from './packages.js';

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
  readonly imports?: Readonly<Record<string, { readonly node: string }>>;
}

/**
 * Every name under which a package can be imported, including private ones (`#texts`), with the source it resolves to
 * in Node.
 */
export function sourcesByName(): ReadonlyMap<string, URL> {
  const found = new Map<string, URL>();
  for (const folder of PACKAGES) {
    const place = new URL(`../../ts/${folder}/`, import.meta.url);
    const { name, exports, imports = {} }: Manifest = JSON.parse(readFileSync(new URL('package.json', place), 'utf8'));
    const source = (built: string): URL => new URL(built.replace('/dist/', '/').replace(/\.js$/, '.ts'), place);
    for (const [path, target] of Object.entries(exports))
      if (typeof target === 'object') found.set(name + path.slice(1), source(target.default));
    for (const [path, { node }] of Object.entries(imports)) found.set(path, source(node));
  }
  return found;
}
