import { expect, it } from 'vitest';
import { FIGURE_NAMES, type Figures } from './figures.js';
import { pageOf } from './page.js';
import { asText, type Release, tablesOf } from './report.js';
import type { Size } from './size.js';

const row = (folder: string, product: number) => ({ folder, product, tests: 2, generated: 3, files: 4 });

const sizeWith = (product: number, folder: string): Size => ({
  folders: [row(folder, product)],
  total: row('total', product),
  entrances: [{ package: folder, names: product / 10 }],
  modulesPerTest: 414.5,
  testsOfCondition: 417,
});

const ceilings = Object.fromEntries(FIGURE_NAMES.map((name) => [name, 9000])) as Figures;
const now = sizeWith(12_340, 'ts/sdk');
const titles = ['Figures with a ceiling', 'Lines by folder', 'Entrances'];
/** The rows of the tables that begin with a name. */
const rowsOf = (name: string, before?: Size): unknown =>
  tablesOf({ now, ceilings, release: before && { tag: 'v1.0.0', size: before } })
    .flatMap(({ rows }) => rows)
    .filter(([first]) => first === name);

it('has each figure beside that of the last release', () => {
  const before = sizeWith(5_000, 'ts/sdk');
  expect(rowsOf('product lines', before)).toEqual([['product lines', '12,340', '5,000', '9,000']]);
  expect(rowsOf('total', before)).toEqual([['total', '12,340', '5,000', '2', '2', '3', '3', '4', '4']]);
  expect(rowsOf('ts/sdk', before)).toEqual([
    ['ts/sdk', '12,340', '5,000', '2', '2', '3', '3', '4', '4'],
    ['ts/sdk', '1,234', '500'],
  ]);
});

it('has a dash for what was not there, or without a release', () => {
  expect(rowsOf('ts/sdk', sizeWith(5_000, 'ts/old'))).toEqual([
    ['ts/sdk', '12,340', '–', '2', '–', '3', '–', '4', '–'],
    ['ts/sdk', '1,234', '–'],
  ]);
  expect(rowsOf('median modules per test')).toEqual([['median modules per test', '414.5', '–', '9,000']]);
  expect(rowsOf('total')).toEqual([['total', '12,340', '–', '2', '–', '3', '–', '4', '–']]);
});

it('names its columns, with the tag of the last release', () => {
  const heads = (release?: Release) => tablesOf({ now, ceilings, release }).map(({ head }) => head.join(' | '));
  expect(heads()[0]).toBe('figure | now | last release | ceiling');
  expect(heads({ tag: 'v1', size: now })).toEqual([
    'figure | now | v1 | ceiling',
    'folder | product | v1 | tests | v1 | generated | v1 | files | v1',
    'package | names | v1',
  ]);
});

it('stands in columns on a terminal', () => {
  const table = {
    title: 'Fruit',
    head: ['name', 'now'],
    rows: [
      ['a', '1,000'],
      ['pears', '–'],
    ],
  };
  expect(asText([table])).toBe('Fruit\n\nname     now\na      1,000\npears      –\n');
});

it('is a page with every table', () => {
  const page = pageOf({ now, ceilings, release: undefined });
  expect([...page.matchAll(/^## (.+)\n\n\| /gm)].map(([, title]) => title)).toEqual(titles);
  expect(page).toMatch(/^# Size of the repository\n\nBefore you [\s\S]*\n\nNext: .+\n$/);
  expect(page).toContain('\n| ts/sdk | 12,340 | – | 2 | – | 3 | – | 4 | – |\n');
});
