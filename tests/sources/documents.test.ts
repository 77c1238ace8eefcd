import { dirname, join, normalize } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import * as error from '../../ts/sdk/error/index.js';
import { FILES, textOf } from '../helpers/sources.js';

/** The map of the documents: every page says what you can do with it and what is next, and the README leads to all. */

/** All but the API reports, because a tool writes them for reviews. */
const DOCUMENTS = FILES.filter((file) => file.endsWith('.md') && !file.startsWith('etc/'));
const THERE = new Set([...FILES, ...FILES.flatMap(foldersOf)]);

/** Pages of the map. READMEs of packages and folders have the form of their place. */
const PAGES = DOCUMENTS.filter((file) => /^docs\/|^(SECURITY|CONTRIBUTING|ARCHITECTURE)\.md$/.test(file));

/** Documents that are no part of the map. */
const APART: ReadonlyMap<string, string> = new Map([
  ['.github/pull_request_template.md', 'a form that the host shows'],
]);

/** Steps from the README in which every document is reached, and every walk ends. */
const STEPS = 2;

/** What a newcomer looks for, the texts of the links that they follow from the README, and what the last page shows. */
const WALKS: readonly (readonly [question: string, links: readonly string[], shown: string])[] = [
  ['how to verify a file', ['verify a file'], '\n## Verify a file\n'],
  ['how to settle from a dapp', ['settle a market'], '\n## Settle a market\n'],
  ['which crate to take', ['which crate'], '\n| you want to | use | because |\n'],
  ['the key of corners in the second half', ['stat keys and periods'], '`k3007 + k3008 > 4`'],
  ['what a void costs', ['costs'], '\n## What a void costs\n'],
  ['what to trust', ['Whom you trust'], '\n| as | you trust |\n'],
  ['how to run an oracle', ['deploy'], '\n## Deploy\n'],
];

function foldersOf(file: string): string[] {
  const parts = file.split('/');
  return parts.slice(1).map((_, count) => parts.slice(0, count + 1).join('/'));
}

const withoutCode = (document: string): string => textOf(document).replace(/^```[\s\S]*?^```$/gm, '');

interface Link {
  /** Relative to the root. */
  readonly file: string;
  readonly anchor: string;
}

/** Links to this repository, by path or by the address under which packages name it; of one text, or all. */
function linksOf(document: string, text?: string): Link[] {
  const links = [...withoutCode(document).matchAll(/\]\(([^)\s]+)\)/g)];
  const named = text === undefined ? links : links.filter(({ index, input }) => input.endsWith(`[${text}`, index));
  return named.flatMap(([, link = '']) => {
    const [path = '', anchor = ''] = link.split('#');
    const own = /^https:\/\/linesman\.example\/repository\/(?:blob|tree)\/main\/(.+)$/.exec(path);
    if (own?.[1] !== undefined) return [{ file: own[1], anchor }];
    if (/^https?:/.test(path)) return [];
    return [{ file: path === '' ? document : normalize(join(dirname(document), path)).replace(/\/$/, ''), anchor }];
  });
}

/** The anchors of a document's headings, as hosts make them. */
function anchorsOf(document: string): Set<string> {
  const seen = new Map<string, number>();
  return new Set(
    [...withoutCode(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => {
      const anchor = heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-');
      const count = seen.get(anchor) ?? 0;
      seen.set(anchor, count + 1);
      return count === 0 ? anchor : `${anchor}-${count}`;
    }),
  );
}

const TOP = new Set(FILES.map((file) => file.split('/')[0] ?? ''));

/** Relative to the root, relative to the document's folder, or the end of a path. */
function isThere(document: string, path: string): boolean {
  const name = path.replace(/\/$/, '');
  const [star = ''] = name.split('*');
  if (star !== name) return [...THERE].some((place) => place.startsWith(star));
  if (THERE.has(name) || THERE.has(normalize(join(dirname(document), name)))) return true;
  return !TOP.has(name.split('/')[0] ?? '') && [...THERE].some((place) => `/${place}`.endsWith(`/${name}`));
}

/** Names in backticks that look like a source or a folder of this repository. */
const namedIn = (document: string): string[] =>
  [...withoutCode(document).matchAll(/`([\w.*/-]+)`/g)]
    .map(([, name]) => name ?? '')
    // Names in capitals are placeholders.
    .filter((name) => !/^\/|[A-Z]{4}/.test(name) || name.endsWith('.md'))
    .filter((name) => /^[\w*.-]+\.(ts|rs)$/.test(name) || (name.includes('/') && isOurs(document, name)));

/** These also name ends of paths; in other documents anything may contain a slash. */
const NAMES_ENDS = new Set(['ARCHITECTURE.md', 'docs/internals/recipes.md']);
const isOurs = (document: string, name: string): boolean =>
  NAMES_ENDS.has(document) || TOP.has(name.split('/')[0] ?? '');

/** A link to a folder shows its README. */
const pageAt = (file: string): string => (THERE.has(`${file}/README.md`) ? `${file}/README.md` : file);

describe.each(DOCUMENTS)('%s', (document) => {
  it('links to existing files', () => {
    expect(linksOf(document).filter(({ file }) => !THERE.has(file))).toEqual([]);
  });

  it('links to existing headings', () => {
    const broken = linksOf(document).filter(
      ({ file, anchor }) => anchor !== '' && file.endsWith('.md') && THERE.has(file) && !anchorsOf(file).has(anchor),
    );
    expect(broken).toEqual([]);
  });

  it('names existing files and folders', () => {
    // The changelog may name former files.
    const named = document === 'CHANGELOG.md' ? [] : namedIn(document);
    expect(named.filter((name) => !isThere(document, name))).toEqual([]);
  });
});

describe.each(PAGES)('the page %s', (page) => {
  const parts = textOf(page)
    .trimEnd()
    .split(/\n{2,}/);

  it('tells its reader in its first sentence what they will be able to do', () => {
    expect(parts[0]).toMatch(/^# /);
    const [first = ''] = parts[1]?.replaceAll('\n', ' ').split(/(?<=\.) /) ?? [];
    expect(first).toMatch(/\byour?\b.*\.$/i);
  });

  it('ends with the next page', () => {
    const last = parts.at(-1) ?? '';
    expect(last).toMatch(/^Next: /);
    // In its own words where the next page is the one that its reader came from.
    expect(last).toMatch(/\]\(/);
  });
});

test('API reports name existing files and folders', () => {
  const reports = FILES.filter((file) => /^etc\/.*\.md$/.test(file));
  expect(reports.length).toBeGreaterThan(10);
  for (const report of reports) expect(namedIn(report).filter((name) => !isThere(report, name))).toEqual([]);
});

test(`the README leads to every document in ${STEPS} steps`, () => {
  const reached = new Set(['README.md']);
  for (let step = 0; step < STEPS; step++)
    for (const document of [...reached]) for (const { file } of linksOf(document)) reached.add(pageAt(file));
  expect(DOCUMENTS.filter((document) => !reached.has(document) && !APART.has(document))).toEqual([]);
});

test.each(WALKS)('a newcomer finds %s', (_question, links, shown) => {
  expect(links.length).toBeLessThanOrEqual(STEPS);
  let page = 'README.md';
  for (const text of links) {
    const targets = new Set(linksOf(page, text).map(({ file }) => pageAt(file)));
    expect([page, text, targets.size]).toEqual([page, text, 1]);
    [page = ''] = targets;
  }
  expect(textOf(page)).toContain(shown);
});

test('the pages are found', () => {
  expect(PAGES.length).toBeGreaterThan(20);
  expect(namedIn('ARCHITECTURE.md').length).toBeGreaterThan(60);
  for (const document of APART.keys()) expect(DOCUMENTS).toContain(document);
});

describe('a name beside an error number', () => {
  const constants = new Map<unknown, string>(Object.entries(error).map(([name, value]) => [value, name]));
  /** `Name` (6261), `NAME`, 6261, 6261 `Name`, 6261 Name; in a table, too. */
  const BESIDE =
    /`([A-Z]\w+)`,? (?:\| )?\(?([67]\d{3})\b(?! `)|\b([67]\d{3})\)?,? (?:\| )?(?:`([A-Z]\w+)`|([A-Z][a-z]+[A-Z]\w+))/g;
  const wrongIn = (text: string): string[] =>
    [...text.matchAll(BESIDE)].flatMap(([beside, before, second, first, quoted, bare]) => {
      const number = Number(second ?? first);
      const name = before ?? quoted ?? bare;
      return name === error.ERRORS.get(number)?.name || name === constants.get(number) ? [] : [beside];
    });

  it('is found by this test', () => {
    expect(wrongIn('`NotCurrent` (6261), (`FactNotCurrent`, 6261), 6261 FactNotCurrent')).toEqual([
      '`NotCurrent` (6261',
    ]);
    expect(wrongIn('(7025, `NotAttested`) | 6261 | `FactMissing` | `FACT_NOT_CURRENT` (6261)')).toEqual([
      '7025, `NotAttested`',
      '6261 | `FactMissing`',
    ]);
  });

  it('is the name of the number', () => {
    const wrong = DOCUMENTS.flatMap((document) => wrongIn(textOf(document)).map((beside) => `${document}: ${beside}`));
    expect(wrong).toEqual([]);
  });
});
