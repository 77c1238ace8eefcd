import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { VECTORS_FOLDER } from './corpus.js';
import { corpusFiles, publishedFiles } from './generate.js';
import { CORPUS_FILE, ENTRIES_FILE, publication, readEntries } from './publication.js';

/** The corpus as it is published: what the schemas describe, and that no entry of it ever changes. */

const read = (name: string): string => readFileSync(join(VECTORS_FOLDER, name), 'utf8');
const corpus = JSON.parse(read(CORPUS_FILE));
const schema = (name: string): object =>
  JSON.parse(readFileSync(new URL(`../../ts/regress/schema/${name}`, import.meta.url), 'utf8'));
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
const fits = Object.fromEntries(
  ['corpus', 'vector', 'compact-vector', 'attestation-vector', 'answer-vector']
    .map((name) => `${name}.schema.json`)
    .map((name) => [name, ajv.compile(schema(name))]),
);
const files = new Map([...corpusFiles()].filter(([name]) => name !== 'known-answers.json'));
const published = { corpus: read(CORPUS_FILE), entries: read(ENTRIES_FILE) };

/** The first entry of each file of version 1.0.0, with its hash. */
const FIRST: readonly (readonly [name: string, hash: string])[] = [
  ['compact-one', 'cfd23092fcd70161'],
  ['fixture-records-1', '549153f367210be5'],
  ['batch-fixtures-1', 'f7fffc9af86ec88d'],
  ['odds-records-1', '8442bc13bebefe21'],
  ['odds-v4-credits-none-left', '608dc0ec9ccd7c9f'],
  ['v1-known-answer', '7d8c680729d4eb56'],
  ['v2-known-answer', '21435cb5fcc70938'],
  ['v3-known-answer', '93c0a581bec9a665'],
  ['v4-known-answer', 'df11a3658343db8b'],
];

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Every value in a document, by its path. */
function* places(value: Json, path: readonly (string | number)[] = []): Generator<readonly (string | number)[]> {
  yield path;
  if (value === null || typeof value !== 'object') return;
  for (const [name, inner] of Object.entries(value))
    yield* places(inner, [...path, Array.isArray(value) ? +name : name]);
}

/** The document with the value at a path replaced, and that value. */
function replaced(document: Json, path: readonly (string | number)[], change: (was: Json) => Json): Json {
  const [name, ...rest] = path;
  if (name === undefined) return change(document);
  const copy = (Array.isArray(document) ? [...document] : { ...(document as object) }) as { [name: string]: Json };
  copy[name] = replaced(copy[name] as Json, rest, change);
  return copy;
}

describe('the schemas', () => {
  it('describe every file of the corpus', () => {
    expect([fits['corpus.schema.json']?.(corpus), fits['corpus.schema.json']?.errors]).toEqual([true, null]);
    for (const [name, { schema: of, vectors }] of Object.entries<{ schema: string; vectors: number }>(corpus.files)) {
      const content = JSON.parse(read(name));
      const accepts = fits[of];
      expect([name, accepts?.(content), accepts?.errors]).toEqual([name, true, null]);
      expect([name, content.length]).toEqual([name, vectors]);
    }
  });

  it.each(['corpus.json', ...files.keys()])(
    '%s: no value of an entry may have another type, be missing, or be added',
    (name) => {
      const accepts = fits[name === CORPUS_FILE ? 'corpus.schema.json' : corpus.files[name].schema];
      const all: Json = name === CORPUS_FILE ? [corpus] : JSON.parse(read(name));
      // The first and the last entry, and the largest: others have the same fields.
      const entries = all as { [name: string]: Json }[];
      const largest = entries.reduce((a, b) => (JSON.stringify(a).length > JSON.stringify(b).length ? a : b));
      let tried = 0;
      for (const entry of new Set([entries[0], entries.at(-1), largest])) {
        if (entry === undefined) continue;
        const isAccepted = (one: Json): boolean => accepts?.(name === CORPUS_FILE ? one : [one]) === true;
        expect(isAccepted(entry)).toBe(true);
        for (const path of places(entry)) {
          tried += 1;
          expect([path, isAccepted(replaced(entry, path, () => -0.5))]).toEqual([path, false]);
          // A field more is refused in every object but those whose names are free.
          const isFree = ['slots', 'files'].includes(`${path.at(-1)}`);
          const isObject = (was: Json): was is { [name: string]: Json } =>
            was !== null && typeof was === 'object' && !Array.isArray(was);
          const withMore = replaced(entry, path, (was) => (isObject(was) ? { ...was, Unknown: 1 } : -0.5));
          expect([path, isFree, isAccepted(withMore)]).toEqual([path, isFree, false]);
        }
        for (const field of Object.keys(entry)) {
          const { [field]: _, ...rest } = entry;
          expect([field, isAccepted(rest)]).toEqual([field, false]);
        }
      }
      expect(tried).toBeGreaterThan(20);
    },
  );

  it.each<[string, (entry: { [name: string]: Json }) => Json]>([
    ['capital hex', (entry) => ({ ...entry, data: `${entry.data}`.toUpperCase() })],
    ['half a byte', (entry) => ({ ...entry, data: `${entry.data}0` })],
    ['an unknown instruction', (entry) => ({ ...entry, instruction: 'validate_stat_v5' })],
    ['the proof of another instruction', (entry) => ({ ...entry, instruction: 'validate_odds' })],
    ['a sport that does not exist', (entry) => ({ ...entry, sport: 3 })],
    ['a signature on an unsigned proof', (entry) => ({ ...entry, v4: {} })],
    ['a name with a space', (entry) => ({ ...entry, name: 'a b' })],
  ])('refuse %s', (_, change) => {
    const [entry] = JSON.parse(read('validate_stat_v2.json'));
    expect(fits['vector.schema.json']?.([entry])).toBe(true);
    expect(fits['vector.schema.json']?.([change(entry)])).toBe(false);
  });
});

describe('what is published', () => {
  it('is the list of these files', () => {
    for (const [name, content] of publishedFiles(corpusFiles()))
      expect(read(name) === content, `${name}: run "npm run vectors"`).toBe(true);
    expect(corpus.vectors).toBe(readEntries(published.entries).size);
  });

  it('keeps every entry of version 1.0.0', () => {
    expect(corpus.version).toMatch(/^1\./);
    // An entry of each file, as it was first published.
    const entries = readEntries(published.entries);
    expect(FIRST.map(([name]) => [name, entries.get(name)])).toEqual(FIRST);
    expect(entries.size).toBeGreaterThanOrEqual(1869);
  });

  const edited = (name: string, change: (content: string) => string) =>
    new Map([...files].map(([file, content]) => [file, file === name ? change(content) : content]));
  const NAME = 'validate_odds.json';
  const withoutFirst = (content: string): string => content.replace(/^\[\n.*\n/, '[\n');

  it('stays as it is where nothing changes', () => {
    expect(publication(files, published)).toEqual(published);
  });

  it.each<[string, (content: string) => string]>([
    ['changed', (content) => content.replace('"about":"', '"about":"Not ')],
    ['changed in its result', (content) => content.replace('"host":{"verdict":true}', '"host":{"verdict":false}')],
    ['removed', withoutFirst],
    ['renamed', (content) => content.replace('{"name":"', '{"name":"x-')],
  ])('refuses an entry that is %s', (_, change) => {
    const other = edited(NAME, change);
    expect(other.get(NAME)).not.toBe(files.get(NAME));
    expect(() => publication(other, published)).toThrow(/never changed or removed, only added\. Changed: odds-/);
  });

  it('counts the minor version up when an entry is added', () => {
    const line = /^\[\n(\{.*\}),\n/.exec(files.get(NAME) ?? '')?.[1] ?? '';
    const added = line.replace(/"name":"[^"]+"/, '"name":"odds-added"');
    const after = publication(
      edited(NAME, (content) => content.replace('[\n', `[\n${added},\n`)),
      published,
    );
    const [major, minor] = corpus.version.split('.').map(Number);
    expect(JSON.parse(after.corpus)).toMatchObject({ version: `${major}.${minor + 1}.0`, vectors: corpus.vectors + 1 });
    expect(readEntries(after.entries).has('odds-added')).toBe(true);
  });
});
