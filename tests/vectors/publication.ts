import { createHash } from 'node:crypto';

/**
 * The published corpus: a version, the list of its files, and a hash of every entry. Entries are added, never changed,
 * so that users who tested against a version have to test only the new entries.
 */

/** The list of the files, in the folder of the corpus. */
export const CORPUS_FILE = 'corpus.json';
/** One line for each entry, sorted by name: the first 16 hex digits of its SHA-256, a space, its name. */
export const ENTRIES_FILE = 'entries.txt';

/** Files with a separate schema. */
const SCHEMAS: Readonly<Record<string, string>> = {
  'answers.json': 'answer-vector.schema.json',
  'attestation.json': 'attestation-vector.schema.json',
  'compact.json': 'compact-vector.schema.json',
};

interface Corpus {
  readonly version: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The entries of a file by name: one line each. */
function entriesOf(content: string): [name: string, hash: string][] {
  return content.split('\n').flatMap((line) => {
    const entry = line.replace(/,$/, '');
    return entry.startsWith('{') ? [[JSON.parse(entry).name, sha256(entry).slice(0, 16)]] : [];
  });
}

/** The hashes in a list of entries, by name. */
export const readEntries = (text: string): Map<string, string> =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(17), line.slice(0, 16)]),
  );

/**
 * The list of files and the list of entries for these files. The version stays where nothing was added, and its minor
 * goes up where something was. Throws where a published entry is another or gone.
 *
 * @param files The content of each file of vectors, by name.
 * @param published What is published: `corpus.json` and `entries.txt`.
 */
export function publication(
  files: ReadonlyMap<string, string>,
  published: { readonly corpus: string; readonly entries: string },
): { readonly corpus: string; readonly entries: string } {
  const was = readEntries(published.entries);
  const is = new Map([...files.values()].flatMap(entriesOf));
  const changed = [...was].filter(([name, hash]) => is.get(name) !== hash).map(([name]) => name);
  if (changed.length > 0) {
    const more = changed.length > 5 ? ` and ${changed.length - 5} more` : '';
    const names = changed.slice(0, 5).join(', ');
    throw new Error(`Published entries are never changed or removed, only added. Changed: ${names}${more}.`);
  }
  const { version } = JSON.parse(published.corpus) as Corpus;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const described = [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, content]) => [
      name,
      {
        schema: SCHEMAS[name] ?? 'vector.schema.json',
        vectors: entriesOf(content).length,
        sha256: sha256(content),
      },
    ]);
  const corpus = {
    version: is.size === was.size ? version : `${major}.${minor + 1}.0`,
    vectors: is.size,
    files: Object.fromEntries(described),
  };
  const lines = [...is].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, hash]) => `${hash} ${name}\n`);
  return { corpus: `${JSON.stringify(corpus, null, 2)}\n`, entries: lines.join('') };
}
