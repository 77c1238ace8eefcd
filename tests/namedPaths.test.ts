import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/** What documents say of files and folders: every one that they name is there. */

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
/** The changelog names what was there once. */
const DOCUMENTS = tracked.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md');

/** Files and all their folders, each with a slash in front. */
const places = new Set(
  tracked.flatMap((file) => {
    const parts = file.split('/');
    return parts.map((_, count) => `/${parts.slice(0, count + 1).join('/')}`);
  }),
);
const TOP = new Set(tracked.map((file) => file.split('/')[0] ?? ''));

/** From the root, from the document's folder, or the end of a path. */
function isThere(document: string, path: string): boolean {
  const name = path.replace(/\/$/, '');
  const [star = ''] = name.split('*');
  if (star !== name) return [...places].some((place) => place.startsWith(`/${star}`));
  if (places.has(`/${name}`) || places.has(normalize(`/${join(dirname(document), name)}`))) return true;
  return !TOP.has(name.split('/')[0] ?? '') && [...places].some((place) => place.endsWith(`/${name}`));
}

/** What is in backticks and looks like a source or a folder of ours. */
const namedIn = (document: string): string[] =>
  [
    ...readFileSync(join(ROOT, document), 'utf8')
      .replace(/^```[\s\S]*?^```$/gm, '')
      .matchAll(/`([\w.*/-]+)`/g),
  ]
    .map(([, name]) => name ?? '')
    // Names in capitals stand for any.
    .filter((name) => !/^\/|[A-Z]{4}/.test(name) || name.endsWith('.md'))
    .filter((name) => /^[\w*.-]+\.(ts|rs)$/.test(name) || (name.includes('/') && isOurs(document, name)));

/** The architecture names the ends of paths, too; elsewhere anything may have a slash. */
const isOurs = (document: string, name: string): boolean =>
  document === 'ARCHITECTURE.md' || TOP.has(name.split('/')[0] ?? '');

test('there is something to look at', () => {
  expect(DOCUMENTS).toContain('ARCHITECTURE.md');
  expect(namedIn('ARCHITECTURE.md').length).toBeGreaterThan(60);
});

describe.each(DOCUMENTS)('%s', (document) => {
  test('names files and folders that are there', () => {
    expect(namedIn(document).filter((name) => !isThere(document, name))).toEqual([]);
  });
});
