import { createReadStream } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { FILE_NOT_READABLE, fail } from '@linesman/sdk/error';
import { formOfBytes } from '@linesman/sdk/internal/error/document/savedForm';
import { errnoOf } from '../errno.js';
import type { Terminal } from '../terminal/terminal.js';

/** Answers and accounts have a few kilobytes; a much larger file is something else. */
const LARGEST = 16 * 1024 * 1024;

/**
 * The bytes of a file, or of standard input for `-`, decompressed if they are compressed with gzip. Errors:
 * FILE_NOT_READABLE, also for more than 16 MiB.
 */
export async function readInput(path: string, { stdin }: Terminal): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of path === '-' ? stdin : createReadStream(path)) {
      chunks.push(chunk as Uint8Array);
      length += (chunk as Uint8Array).length;
      if (length > LARGEST) break;
    }
  } catch (cause) {
    return fail(FILE_NOT_READABLE, { problem: 'not readable', file: path, errno: errnoOf(cause) }, { cause });
  }
  if (length > LARGEST)
    return fail(FILE_NOT_READABLE, { problem: 'too large', file: path, mebibytes: LARGEST / 1024 / 1024 });
  const bytes = new Uint8Array(Buffer.concat(chunks));
  return formOfBytes(bytes) === 'gzip' ? decompressed(bytes, path) : bytes;
}

function decompressed(bytes: Uint8Array, file: string): Uint8Array {
  try {
    return new Uint8Array(gunzipSync(bytes, { maxOutputLength: LARGEST }));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      return fail(FILE_NOT_READABLE, { problem: 'too large', file, mebibytes: LARGEST / 1024 / 1024 }, { cause });
    return fail(FILE_NOT_READABLE, { problem: 'encoding', file, encoding: 'gzip' }, { cause });
  }
}

export const nameOf = (path: string): string => (path === '-' ? 'Standard input' : path);
