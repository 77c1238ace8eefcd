import { classOf, type FileClass } from './fileClass.js';
import type { TextFile } from './textFile.js';

/** Lines by class, and the number of all files, also of those whose lines are not counted. */
export interface FolderSize extends Readonly<Record<Exclude<FileClass, 'not counted'>, number>> {
  readonly folder: string;
  readonly files: number;
}

/** The name of the root's row. */
const ROOT = '(root)';

/** The first two levels of a file's folder. */
const folderOf = (path: string): string => path.split('/').slice(0, -1).slice(0, 2).join('/') || ROOT;

/** With a line at the end that has no line break. */
export const linesOf = (text: string): number => text.split('\n').length - (text.endsWith('\n') || text === '' ? 1 : 0);

/** A row per folder, by name. */
export function folderSizes(files: readonly TextFile[]): FolderSize[] {
  const sizes = new Map<string, FolderSize>();
  for (const { path, text } of files) {
    const folder = folderOf(path);
    const size = sizes.get(folder) ?? { folder, product: 0, tests: 0, generated: 0, files: 0 };
    const named = classOf(path) ?? 'not counted';
    const lines = named === 'not counted' ? {} : { [named]: size[named] + linesOf(text) };
    sizes.set(folder, { ...size, ...lines, files: size.files + 1 });
  }
  return [...sizes.values()].sort((one, other) => (one.folder < other.folder ? -1 : 1));
}

export function totalOf(sizes: readonly FolderSize[]): FolderSize {
  const sum = (column: Exclude<keyof FolderSize, 'folder'>): number =>
    sizes.reduce((total, size) => total + size[column], 0);
  return {
    folder: 'total',
    product: sum('product'),
    tests: sum('tests'),
    generated: sum('generated'),
    files: sum('files'),
  };
}
