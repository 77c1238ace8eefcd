import { fail, LinesmanError, STORE_NOT_OPENED } from 'linesman/error';
import { Store, type StoreOptions, type StorePlace } from '../store/index.js';

/**
 * `Store.open`, of which a server that cannot be used is an error of ours. Errors: STORE_NOT_OPENED, and those of
 * `Store.open`.
 */
export async function openStore(place: StorePlace, options: StoreOptions): Promise<Store> {
  try {
    return await Store.open(place, options);
  } catch (cause) {
    if (cause instanceof LinesmanError || place === 'memory' || !('url' in place)) throw cause;
    const { code, message } = cause as NodeJS.ErrnoException;
    // The address is not repeated: it may hold a password.
    return fail(STORE_NOT_OPENED, { folder: null, reason: code ?? message }, { cause });
  }
}
