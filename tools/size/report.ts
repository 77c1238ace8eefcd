import type { Entrances } from './entrances.js';
import { FIGURE_NAMES, type Figures, figuresOf, shown } from './figures.js';
import type { FolderSize } from './folderSize.js';
import type { Size } from './size.js';

export interface Release {
  readonly tag: string;
  readonly size: Size;
}

/** What has been measured: now, and at the last release, if there is one. */
export interface Measured {
  readonly now: Size;
  readonly release: Release | undefined;
  readonly ceilings: Figures;
}

/** A table of the report: names on the left, figures beside them. */
export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const COLUMNS = ['product', 'tests', 'generated', 'files'] as const;

const orDash = (figure: number | undefined): string => (figure === undefined ? '–' : shown(figure));

/** The tables, in which a figure stands beside the same of the last release. */
export function tablesOf({ now, release, ceilings }: Measured): Table[] {
  const before = release?.size;
  const tag = release?.tag ?? 'last release';
  const figures = figuresOf(now);
  const earlier = before && figuresOf(before);
  const folderRow = (size: FolderSize, old: FolderSize | undefined): string[] => [
    size.folder,
    ...COLUMNS.flatMap((column) => [shown(size[column]), orDash(old?.[column])]),
  ];
  const folder = (size: FolderSize): string[] =>
    folderRow(
      size,
      before?.folders.find((old) => old.folder === size.folder),
    );
  const entrance = (entrances: Entrances): string[] => [
    entrances.package,
    shown(entrances.names),
    orDash(before?.entrances.find((old) => old.package === entrances.package)?.names),
  ];
  return [
    {
      title: 'Figures with a ceiling',
      head: ['figure', 'now', tag, 'ceiling'],
      rows: FIGURE_NAMES.map((name) => [name, shown(figures[name]), orDash(earlier?.[name]), shown(ceilings[name])]),
    },
    {
      title: 'Lines by folder',
      head: ['folder', ...COLUMNS.flatMap((column) => [column, tag])],
      rows: [...now.folders.map(folder), folderRow(now.total, before?.total)],
    },
    { title: 'Entrances', head: ['package', 'names', tag], rows: now.entrances.map(entrance) },
  ];
}

/** For a terminal: columns under each other, figures to the right. */
export const asText = (tables: readonly Table[]): string =>
  tables.map(({ title, head, rows }) => `${title}\n\n${aligned([head, ...rows])}\n`).join('\n');

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const padded = (cell: string, i: number): string =>
    (i === 0 ? cell.padEnd : cell.padStart).call(cell, widths[i] ?? 0);
  return rows.map((row) => row.map(padded).join('  ')).join('\n');
}
