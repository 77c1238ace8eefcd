import { createReadStream } from 'node:fs';
import { FILE_NOT_READABLE, fail, MALFORMED_RESPONSE } from '../../error/index.js';
import { errnoOf } from '../errno.js';
import type { Terminal } from '../terminal/terminal.js';

/** Answers and accounts have a few kilobytes; a much larger file is something else. */
const LARGEST = 16 * 1024 * 1024;

/** The bytes of a file, or of standard input for `-`. Errors: FILE_NOT_READABLE, also for more than 16 MiB. */
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
  return new Uint8Array(Buffer.concat(chunks));
}

/** The text of a file. Errors: MALFORMED_RESPONSE when its bytes are not UTF-8. */
export function textOf(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return fail(MALFORMED_RESPONSE, { problem: 'not UTF-8', what: nameOf(path), path: '$' });
  }
}

export const nameOf = (path: string): string => (path === '-' ? 'Standard input' : path);
