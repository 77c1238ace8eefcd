import { readFileSync } from 'node:fs';
import { PACKAGES } from './packages.js';

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
  readonly imports?: Readonly<Record<string, { readonly node: string }>>;
}

/** Every name under which the packages can be imported, with its source; a pattern (`…/internal/*`) is one name. */
const named: readonly (readonly [name: string, source: URL])[] = PACKAGES.flatMap((folder) => {
  const place = new URL(`../../ts/${folder}/`, import.meta.url);
  const { name, exports, imports = {} }: Manifest = JSON.parse(readFileSync(new URL('package.json', place), 'utf8'));
  const source = (built: string): URL => new URL(built.replace('/dist/', '/').replace(/\.js$/, '.ts'), place);
  return [
    ...Object.entries(exports).flatMap(([path, target]) =>
      typeof target === 'object' ? [[name + path.slice(1), source(target.default)] as const] : [],
    ),
    ...Object.entries(imports).flatMap(([path, { node }]) =>
      path.startsWith('#cjs/') ? [] : [[path, source(node)] as const],
    ),
  ];
});

/**
 * Every name under which a package can be imported, including private ones (`#texts`), with the source it resolves to
 * in Node. Without patterns.
 */
export const sourcesByName = (): ReadonlyMap<string, URL> => new Map(named.filter(([name]) => !name.includes('*')));

/** The patterns of names, each with the pattern of its sources; both have one `*`. */
export const sourcesByPattern = (): ReadonlyMap<string, URL> => new Map(named.filter(([name]) => name.includes('*')));

/** The source of a name; undefined if no package of this repository exports it. */
export function sourceOfName(name: string): URL | undefined {
  const exact = sourcesByName().get(name);
  if (exact) return exact;
  for (const [pattern, source] of sourcesByPattern()) {
    const [before = '', after = ''] = pattern.split('*');
    if (name.startsWith(before) && name.endsWith(after))
      return new URL(source.href.replace('*', name.slice(before.length, name.length - after.length)));
  }
  return undefined;
}
