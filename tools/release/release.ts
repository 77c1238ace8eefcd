/** The changes that a release makes to files: the owner's addresses and the version. Pure functions. */

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

/** The files that say which version this is. */
export const CARRIES_VERSION = new RegExp(
  [
    /^Cargo\.toml$/,
    /^(ts\/[^/]+|examples\/project)\/package\.json$/,
    /^(crates\/wire\/)?README\.md$/,
    /^docs\/ci\.md$/,
    /^\.github\/actions\/.*\.yml$/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** The version where a sentence, a workflow or a dependency names it. */
const IN_TEXT =
  /^(Version |.*\/\.github\/actions\/regress@v| *OWN_VERSION: |linesman-\w+ = \{.*?")\d+\.\d+\.\d+(?:-[\w.]*\w)?/gm;

/** A file of {@link CARRIES_VERSION} with the next version, also in its dependencies on our packages. */
export function withVersion(path: string, text: string, next: string): string {
  if (path.endsWith('.toml'))
    return text
      .replace(/^version = ".*"$/m, `version = "${next}"`)
      .replace(/^(linesman-\w+ = \{ version = "=)[^"]*"/gm, `$1${next}"`);
  if (!path.endsWith('.json')) return text.replace(IN_TEXT, `$1${next}`);
  return text.replace(/^( {2}"version": "| {4}"linesman(?:-\w+)?": ")\d[^"]*"/gm, `$1${next}"`);
}
