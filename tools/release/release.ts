import { PACKAGES, SCOPE } from '../build/packages.js';

/** The changes that a release makes to files: the owner's addresses, npm scope and version. Pure functions. */

/** Stands for the owner's site and, with `/repository`, the public repository. This is its only definition. */
export const PLACEHOLDER = 'https://linesman.example';

/** The tests and this tool may name it. */
const MAY_NAME_IT = /^(tests|tools\/release)\//;

/** A file as git tracks it. */
export interface Tracked {
  readonly path: string;
  readonly bytes: Buffer;
}

/** The paths of files that still name the placeholder, programs included. */
export const withPlaceholder = (files: readonly Tracked[]): string[] =>
  files.flatMap(({ path, bytes }) => (!MAY_NAME_IT.test(path) && bytes.includes(PLACEHOLDER) ? [path] : []));

/** A text with the owner's addresses, both without a slash at the end. */
export const withAddresses = (text: string, { site, repository }: { site: string; repository: string }): string =>
  text.replaceAll(`${PLACEHOLDER}/repository`, repository).replaceAll(PLACEHOLDER, site);

/** The scope where it begins a name; not what follows an `@` in an address. */
const named = (scope: string): RegExp => new RegExp(`(?<!\\w)${scope}(?![\\w-])`, 'g');

/** The names of our packages as npm writes them into the names of files: without the `@` of the scope. */
const packed = (scope: string): RegExp =>
  new RegExp(`(?<![\\w-])${scope.slice(1)}(?=-(?:${PACKAGES.join('|')})-\\d)`, 'g');

/** A text with another npm scope, such as `@yours`, in the place of ours. Names of crates and commands stay. */
export const withScope = (text: string, next: string, now = SCOPE): string =>
  text.replace(named(now), next).replace(packed(now), next.slice(1));

/** The files that say which version this is. */
export const CARRIES_VERSION = new RegExp(
  [
    /^Cargo\.toml$/,
    /^(ts\/[^/]+|examples\/project)\/package\.json$/,
    /^(crates\/wire\/)?README\.md$/,
    /^docs\/ci\.md$/,
    // Their install lines name files.
    /^docs\/(attest|deploy|first-bet|format|settlement)\.md$/,
    /^ts\/(?!explorer)[^/]+\/README\.md$/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** The version where a sentence, a workflow or a dependency names it. */
const IN_TEXT = /^(Version |.*\/\.github\/actions\/regress@v|linesman-\w+ = \{.*?")\d+\.\d+\.\d+(?:-[\w.]*\w)?/gm;

/** The version in the name of a file that `npm pack` writes. */
const IN_FILE_NAME = /(\/packed\/[\w-]+?-)\d+\.\d+\.\d+(?:-[\w.]*?\w)?(?=\.tgz)/g;

/** A file of {@link CARRIES_VERSION} with the next version, also in its dependencies on our packages. */
export function withVersion(path: string, text: string, next: string): string {
  if (path.endsWith('.toml'))
    return text
      .replace(/^version = ".*"$/m, `version = "${next}"`)
      .replace(/^(linesman-\w+ = \{ version = "=)[^"]*"/gm, `$1${next}"`);
  if (!path.endsWith('.json')) return text.replace(IN_TEXT, `$1${next}`).replace(IN_FILE_NAME, `$1${next}`);
  return text.replace(
    /^( {2}"version": "| {4}"@[\w-]+\/(?:sdk|cli|records|season|keeper|service|regress)": ")\d[^"]*"/gm,
    `$1${next}"`,
  );
}
