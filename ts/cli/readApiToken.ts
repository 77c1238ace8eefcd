import { readFileSync } from 'node:fs';
import { fail } from '../error/index.js';

/**
 * From the file, else from the environment; never from the command line, which other users of the machine can read. Errors: 7014 the file
 * cannot be read, 7015 it holds no token.
 */
export function readApiToken(path: string | undefined): string | undefined {
  let text = process.env.LINESMAN_API_TOKEN;
  if (path !== undefined) {
    try {
      text = readFileSync(path, 'utf8');
    } catch (error) {
      return fail(7014, { message: `${path} cannot be read: ${(error as NodeJS.ErrnoException).code}.`, file: path });
    }
  }
  const token = text?.trim();
  if (token === undefined || token === '') return undefined;
  // Anything else could end the header that carries it.
  if (!/^[\x21-\x7e]+$/.test(token)) return fail(7015, { message: 'The API token is not one printable word.' });
  return token;
}
