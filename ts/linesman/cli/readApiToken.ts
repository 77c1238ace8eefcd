import { readFileSync } from 'node:fs';
import { FILE_NOT_READABLE, fail, MALFORMED_TOKEN } from '../error/index.js';
import { errnoOf } from './readInput.js';

/**
 * From the file, else from the environment; never from the command line, which other users of the machine can read.
 * Errors: FILE_NOT_READABLE, MALFORMED_TOKEN.
 */
export function readApiToken(path: string | undefined): string | undefined {
  let text = process.env.LINESMAN_API_TOKEN;
  if (path !== undefined) {
    try {
      text = readFileSync(path, 'utf8');
    } catch (cause) {
      return fail(FILE_NOT_READABLE, { problem: 'not readable', file: path, errno: errnoOf(cause) }, { cause });
    }
  }
  const token = text?.trim();
  if (token === undefined || token === '') return undefined;
  // Anything else could end the header that carries it.
  if (!/^[\x21-\x7e]+$/.test(token)) return fail(MALFORMED_TOKEN, { from: path ?? 'LINESMAN_API_TOKEN' });
  return token;
}
