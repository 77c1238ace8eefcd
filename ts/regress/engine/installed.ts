import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PACKAGE } from '../shippedFiles.js';

const { version: OWN_VERSION } = JSON.parse(readFileSync(new URL('package.json', PACKAGE), 'utf8')) as {
  readonly version: string;
};
const { resolve } = createRequire(import.meta.url);

/**
 * What is installed in the place of a package, as `name@version`; undefined if it has the wanted version, or is
 * missing. npm installs any version of an optional package beside us, and what differs between two versions of a
 * runtime, such as its prices, shows in no export. Ours are wanted in our own version.
 *
 * @param wanted `name`, or `name@` and how the version begins: `1`, `0.4.0`.
 */
export function otherVersion(wanted: string): string | undefined {
  const [, name = wanted, version] = /^(.+)@(.+)$/.exec(wanted) ?? [];
  const begin = version ?? (name.startsWith('@linesman/') ? OWN_VERSION : '');
  const found = versionOf(name);
  return found === undefined || begin === '' || `${found}.`.startsWith(`${begin}.`) ? undefined : `${name}@${found}`;
}

/** Not by the name of its manifest, which not every package exports. */
function versionOf(name: string): string | undefined {
  for (const folder of resolve.paths(name) ?? [])
    try {
      return (JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')) as { version: string }).version;
    } catch {
      // Not in this folder.
    }
  return undefined;
}
