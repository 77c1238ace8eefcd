import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuse, scriptArguments } from '../scriptArguments.js';
import {
  CARRIES_VERSION,
  PLACEHOLDER,
  type Tracked,
  withAddresses,
  withPlaceholder,
  withScope,
  withVersion,
} from './release.js';
import { crateParts, licenceTexts, npmParts, sbomOf } from './sbom.js';

const USAGE = `release -- [options]

Prepares a release; RELEASING.md has the rest.

  --check             fails while a file names the placeholder of your addresses; publishing a package runs it first
  --site URL --repository URL
                      replaces the placeholder with your addresses
  --version X         sets the version of all packages and crates
  --scope @yours      sets the scope of the packages on npm
  --sbom FOLDER       writes what is shipped (CycloneDX), and its licences
`;

const ROOT = new URL('../../', import.meta.url);
const { values } = scriptArguments(USAGE, {
  check: { type: 'boolean' },
  site: { type: 'string' },
  repository: { type: 'string' },
  version: { type: 'string' },
  scope: { type: 'string' },
  sbom: { type: 'string' },
});

const tracked = (): Tracked[] =>
  execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\0')
    .filter((path) => path !== '')
    .map((path) => ({ path, bytes: readFileSync(new URL(path, ROOT)) }));

const isText = (bytes: Buffer): boolean => !bytes.includes(0);

function rewrite(matches: (path: string) => boolean, change: (text: string, path: string) => string): void {
  for (const { path, bytes } of tracked()) {
    if (!matches(path) || !isText(bytes)) continue;
    const before = bytes.toString('utf8');
    const after = change(before, path);
    if (after !== before) {
      writeFileSync(new URL(path, ROOT), after);
      console.log(path);
    }
  }
}

const { site, repository, version, scope } = values;
if ((site === undefined) !== (repository === undefined)) refuse('--site and --repository belong together');
if (site !== undefined && repository !== undefined) {
  for (const one of [site, repository])
    if (!/^https:\/\/\S+[^/\s]$/.test(one)) refuse(`${one} is no https address without a slash at its end`);
  const places = new Set(withPlaceholder(tracked()));
  rewrite(
    (path) => places.has(path),
    (text) => withAddresses(text, { site, repository }),
  );
}
if (version !== undefined) {
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) refuse(`${version} is no version`);
  rewrite(
    (path) => CARRIES_VERSION.test(path),
    (text, path) => withVersion(path, text, version),
  );
}
if (scope !== undefined) {
  if (!/^@[a-z0-9][a-z0-9-]*$/.test(scope)) refuse(`${scope} is no scope of npm, such as @yours`);
  rewrite(
    () => true,
    (text) => withScope(text, scope),
  );
}
if (values.check) {
  const left = withPlaceholder(tracked());
  if (left.length > 0) {
    console.error(`${left.join('\n')}\n\n${left.length} files name ${PLACEHOLDER}: see RELEASING.md.`);
    process.exitCode = 1;
  }
}
if (values.sbom !== undefined) {
  const root = fileURLToPath(ROOT);
  const { packages: lock } = JSON.parse(readFileSync(new URL('package-lock.json', ROOT), 'utf8'));
  const metadata = ['metadata', '--locked', '--format-version', '1'];
  const crates = JSON.parse(execFileSync('cargo', metadata, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 }));
  const parts = [...npmParts(lock), ...crateParts(crates)];
  mkdirSync(values.sbom, { recursive: true });
  writeFileSync(join(values.sbom, 'sbom.cdx.json'), sbomOf('linesman', lock['ts/sdk'].version, parts));
  writeFileSync(join(values.sbom, 'LICENCES.txt'), licenceTexts(root, parts));
}
