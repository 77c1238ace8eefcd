import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of a repository, by its path from the root. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

export const readTextFiles = (root: string, paths: readonly string[]): TextFile[] =>
  paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
