import { existsSync, mkdirSync } from 'node:fs';
import { fail, LinesmanError } from '../../error/index.js';
import { placeOf, Store } from '../../service/store/index.js';

/** ms for a statement: nobody waits for an answer, and what is read of a day may lie on a disk that is slow and busy. */
const TIME_LIMIT = 600_000;

/**
 * Opens a PostgreSQL server by its URL, or the database in a folder; a new one only when `create` is set. Errors: 7014 the folder does not exist, 7128 it
 * cannot be opened, and those of the store, a service that uses the folder among them. The URL may hold a password, so that no message repeats it.
 */
export async function openStore(place: string, { create = false } = {}): Promise<Store> {
  const parsed = placeOf(place);
  const isUrl = 'url' in parsed;
  if (!isUrl && /^\w+:\/\//.test(place)) fail(7015, { message: '--store is an address that is not of PostgreSQL.' });
  if (!isUrl && !create && !existsSync(place))
    fail(7014, {
      message: `The store ${place} does not exist.`,
      hint: 'Name the folder or the URL of the store with --store.',
    });
  try {
    if (!isUrl && create) mkdirSync(place, { recursive: true, mode: 0o700 });
    return await Store.open(parsed, { timeLimit: TIME_LIMIT });
  } catch (error) {
    if (error instanceof LinesmanError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const what = isUrl ? 'The database server of --store' : `The store ${place}`;
    return fail(7128, { message: `${what} cannot be opened: ${code ?? (isUrl ? 'no answer' : message)}.` });
  }
}
