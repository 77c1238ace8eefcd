import { existsSync, mkdirSync } from 'node:fs';
import { FILE_NOT_READABLE, fail, LinesmanError, MALFORMED_URL, STORE_NOT_OPENED } from 'linesman/error';
import { placeOf, Store } from '../../data/store/index.js';

/** ms for a statement. Generous: nobody waits for it, and the disk with the day's data may be slow and busy. */
const TIME_LIMIT = 600_000;

/**
 * Opens a PostgreSQL server by its URL, or the database in a folder; a new one only when `create` is set. Errors:
 * MALFORMED_URL, FILE_NOT_READABLE if the folder does not exist, STORE_NOT_OPENED, and those of the store, such as a
 * service that uses the folder. The URL may hold a password, so no message repeats it.
 */
export async function openStore(place: string, { create = false } = {}): Promise<Store> {
  const parsed = placeOf(place);
  const isUrl = 'url' in parsed;
  const [, scheme] = /^(\w+):\/\//.exec(place) ?? [];
  if (!isUrl && scheme) fail(MALFORMED_URL, { option: '--store', scheme, schemes: ['postgres'], orFolder: true });
  if (!isUrl && !create && !existsSync(place)) fail(FILE_NOT_READABLE, { problem: 'no store', file: place });
  try {
    if (!isUrl && create) mkdirSync(place, { recursive: true, mode: 0o700 });
    return await Store.open(parsed, { timeLimit: TIME_LIMIT });
  } catch (error) {
    if (error instanceof LinesmanError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code ?? (isUrl ? 'no answer' : message);
    return fail(STORE_NOT_OPENED, { folder: isUrl ? null : place, reason });
  }
}
