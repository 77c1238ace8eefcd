import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** Where our packages come from, if not from npm by their version: a file for each. */
export interface PackedFiles {
  /** Absolute paths by the names of the packages. */
  readonly files: ReadonlyMap<string, string>;
  /** The clone of the repository that has to pack them first; undefined if all are there. */
  readonly unpacked: string | undefined;
}

interface Manifest {
  readonly version?: string;
  readonly workspaces?: readonly string[];
}

interface InstalledPackages {
  readonly packages?: Readonly<Record<string, { readonly resolved?: string }>>;
}

/**
 * The files that packages can be installed from: those that this package was installed from, or, in a clone of the
 * repository, those that `npm run pack` writes there. Undefined if it came from a registry.
 *
 * @param own The folder of this package, absolute and without links.
 * @param names The packages, such as `@scope/sdk`.
 */
export function packedFiles(own: string, names: readonly string[]): PackedFiles | undefined {
  const clone = resolve(own, '../..');
  const { workspaces } = read<Manifest>(join(clone, 'package.json')) ?? {};
  if (workspaces?.includes(`ts/${basename(own)}`)) {
    const { version } = read<Manifest>(join(own, 'package.json')) ?? {};
    // npm leaves out the `@` of the scope.
    const fileOf = (name: string): string => `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`;
    const files = new Map(names.map((name) => [name, join(clone, 'packed', fileOf(name))]));
    return { files, unpacked: [...files.values()].every((file) => existsSync(file)) ? undefined : clone };
  }
  // What npm notes about the packages of a folder; paths are relative to the project.
  const modules = dirname(dirname(own));
  const { packages = {} } = read<InstalledPackages>(join(modules, '.package-lock.json')) ?? {};
  const files = new Map<string, string>();
  for (const name of names) {
    const { resolved } = packages[`node_modules/${name}`] ?? {};
    if (!resolved?.startsWith('file:')) return undefined;
    files.set(name, resolve(dirname(modules), resolved.slice('file:'.length)));
  }
  return { files, unpacked: undefined };
}

/** A JSON file; undefined if it is missing or no JSON. */
function read<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
