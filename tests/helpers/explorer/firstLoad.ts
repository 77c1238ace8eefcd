import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const BUILT = fileURLToPath(new URL('../../../ts/service/dist/explorer/', import.meta.url));

/** The most that the first load of the explorer may be, in bytes gzipped. */
export const MAX_FIRST_BYTES = 120_000;
/** The most requests until a visitor can use the page: its files, its settings, and what it asks the service. */
export const MAX_FIRST_REQUESTS = 12;
/** The most of them in a row: the page, its scripts with its settings, the latest results, the proof of one. */
export const MAX_ROUND_TRIPS = 4;

interface FirstLoad {
  /** `index.html`. */
  readonly page: string;
  /** What it loads, below the folder of the build. */
  readonly files: ReadonlySet<string>;
  /** Of all of them, gzipped one by one. */
  readonly bytes: number;
}

/** What a browser loads of the built explorer until a visitor sees the first page. */
export function firstLoad(): FirstLoad {
  const read = (name: string): string => readFileSync(join(BUILT, name), 'utf8');
  const page = read('index.html');
  const files = new Set([...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, name = '']) => name));
  // And what they import.
  for (const name of files)
    for (const [, other = ''] of read(name).matchAll(/(?:from|import)\s*["']\.\/([\w-]+\.js)["']/g))
      files.add(`assets/${other}`);
  const bytes = [page, ...[...files].map(read)].reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
  return { page, files, bytes };
}
