import { readFileSync } from 'node:fs';

/** The package folders below `ts/`, in order of dependency: none depends on a later one. */
export const PACKAGES = ['sdk', 'cli', 'records', 'react', 'season', 'keeper', 'service', 'regress'] as const;

const manifest: { readonly name: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

/** The npm scope of all packages: that of the repository's own name. `npm run release -- --scope` changes it. */
export const SCOPE = manifest.name.split('/')[0] ?? '';

/** The npm name of a package, such as `@scope/sdk`. */
export const packageName = (folder: (typeof PACKAGES)[number]): string => `${SCOPE}/${folder}`;
