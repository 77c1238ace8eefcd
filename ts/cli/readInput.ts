import { createReadStream } from 'node:fs';
import { fail } from '../error/index.js';
import type { Terminal } from './terminal.js';

/** Answers and accounts have some kilobytes; what is larger by far is another kind of file. */
const LARGEST = 16 * 1024 * 1024;

/** The bytes of a file, or of standard input for `-`. Errors: 7014 (missing, not readable, no file, larger than 16 MiB). */
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
    return fail(7014, { message: `${nameOf(path)} cannot be read: ${reasonOf(cause)}.`, file: path, cause });
  }
  if (length > LARGEST)
    return fail(7014, {
      message: `${nameOf(path)} is larger than ${LARGEST / 1024 / 1024} MiB.`,
      hint: 'An answer of the service has some kilobytes; give the file of one answer.',
      file: path,
    });
  return new Uint8Array(Buffer.concat(chunks));
}

/** The text of a file; 7000 when its bytes are not UTF-8. */
export function textOf(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return fail(7000, { message: `${nameOf(path)} is not UTF-8 text.`, file: path });
  }
}

export const nameOf = (path: string): string => (path === '-' ? 'Standard input' : path);

/** Why a file cannot be read, as a part of a sentence. */
export function reasonOf(cause: unknown): string {
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file',
    EACCES: 'permission denied',
    EISDIR: 'it is a folder',
    ENOTDIR: 'a part of its path is no folder',
    ENAMETOOLONG: 'its name is too long',
    ELOOP: 'its links go round in circles',
  };
  const code = (cause as { code?: string }).code ?? '';
  return reasons[code] ?? (code || String(cause));
}
