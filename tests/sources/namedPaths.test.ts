import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FILES, textOf } from '../helpers/sources.js';

/** Every file and folder that a document names exists. */

/** The changelog may name former files. */
const DOCUMENTS = FILES.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md');

/** Files and all their folders, each with a leading slash. */
const places = new Set(
  FILES.flatMap((file) => {
    const parts = file.split('/');
    return parts.map((_, count) => `/${parts.slice(0, count + 1).join('/')}`);
  }),
);
const TOP = new Set(FILES.map((file) => file.split('/')[0] ?? ''));

/** Relative to the root, relative to the document's folder, or the end of a path. */
function isThere(document: string, path: string): boolean {
  const name = path.replace(/\/$/, '');
  const [star = ''] = name.split('*');
  if (star !== name) return [...places].some((place) => place.startsWith(`/${star}`));
  if (places.has(`/${name}`) || places.has(normalize(`/${join(dirname(document), name)}`))) return true;
  return !TOP.has(name.split('/')[0] ?? '') && [...places].some((place) => place.endsWith(`/${name}`));
}

/** Names in backticks that look like a source or a folder of this repository. */
const namedIn = (document: string): string[] =>
  [
    ...textOf(document)
      .replace(/^```[\s\S]*?^```$/gm, '')
      .matchAll(/`([\w.*/-]+)`/g),
  ]
    .map(([, name]) => name ?? '')
    // Names in capitals are placeholders.
    .filter((name) => !/^\/|[A-Z]{4}/.test(name) || name.endsWith('.md'))
    .filter((name) => /^[\w*.-]+\.(ts|rs)$/.test(name) || (name.includes('/') && isOurs(document, name)));

/** These also name ends of paths; in other documents anything may contain a slash. */
const NAMES_ENDS = new Set(['ARCHITECTURE.md', 'docs/internals/recipes.md']);
const isOurs = (document: string, name: string): boolean =>
  NAMES_ENDS.has(document) || TOP.has(name.split('/')[0] ?? '');

test('documents are found', () => {
  expect(DOCUMENTS).toContain('ARCHITECTURE.md');
  expect(namedIn('ARCHITECTURE.md').length).toBeGreaterThan(60);
});

describe.each(DOCUMENTS)('%s', (document) => {
  test('names existing files and folders', () => {
    expect(namedIn(document).filter((name) => !isThere(document, name))).toEqual([]);
  });
});
