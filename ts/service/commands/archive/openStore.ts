import { fail, LinesmanError, MALFORMED_URL, STORE_NOT_OPENED } from '@linesman/sdk/error';
import { Store } from '../../data/store/store.js';
import { placeOf } from '../../data/store/storePlace.js';
import { refuseWithoutDatabase } from '../database/refuseWithoutDatabase.js';

/**
 * ms for a statement. The limit is generous, because no caller waits, and the disk with the day's data may be slow and
 * busy.
 */
const TIME_LIMIT = 600_000;

/**
 * Opens a PostgreSQL server by its URL, or the database in a folder; creates a folder only for `filling`, otherwise
 * only reads. Errors: MALFORMED_URL, FILE_NOT_READABLE if the folder has no database, MIGRATIONS_MISSING,
 * STORE_NOT_OPENED, and those of the store, such as a service that uses the folder. The URL may hold a password, so no
 * message repeats it.
 */
export async function openStore(place: string, purpose: 'reading' | 'filling'): Promise<Store> {
  const parsed = placeOf(place);
  const isUrl = 'url' in parsed;
  const [, scheme] = /^(\w+):\/\//.exec(place) ?? [];
  if (!isUrl && scheme) fail(MALFORMED_URL, { option: '--store', scheme, schemes: ['postgres'], orFolder: true });
  const isReadOnly = purpose === 'reading';
  if (!isUrl && isReadOnly) refuseWithoutDatabase(place);
  try {
    return await Store.open(parsed, { migrate: false, isReadOnly, timeLimit: TIME_LIMIT });
  } catch (error) {
    if (error instanceof LinesmanError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code ?? (isUrl ? 'no answer' : message);
    return fail(STORE_NOT_OPENED, { folder: isUrl ? null : place, reason });
  }
}
