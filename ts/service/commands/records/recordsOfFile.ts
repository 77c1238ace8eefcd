import { createReadStream } from 'node:fs';
import { linesOfBytes } from '../../data/intake/linesOfBytes.js';
import { plainBytes } from '../../data/intake/plainBytes.js';
import { RecordsOfLine } from './recordsOfLine.js';

/**
 * The texts of the records in a file, in any form that `linesman ingest` reads: one in each line, in lists,
 * pretty-printed, wrapped, or in the text of a stream; also compressed with gzip. Leaves out lines that are not JSON.
 * Errors: FILE_NOT_READABLE for another encoding.
 *
 * @example
 * ```ts
 * import { recordsOfFile } from '@linesman/service';
 *
 * for await (const text of recordsOfFile('match.ndjson')) console.log(text.length);
 * ```
 */
export async function* recordsOfFile(path: string): AsyncGenerator<string> {
  const lines = linesOfBytes(plainBytes(createReadStream(path), path));
  for await (const found of new RecordsOfLine().in(lines))
    for (const one of [found].flat()) if (typeof one === 'string' && one.trim() !== '') yield one;
}
