import { fail, LinesmanError, STORE_NOT_OPENED } from 'linesman/error';
import { Store, type StoreOptions, type StorePlace } from '../store/index.js';

/** `Store.open` that turns the errors of a server into ours. Errors: STORE_NOT_OPENED; those of `Store.open`. */
export async function openStore(place: StorePlace, options: StoreOptions): Promise<Store> {
  try {
    return await Store.open(place, options);
  } catch (cause) {
    if (cause instanceof LinesmanError || place === 'memory' || !('url' in place)) throw cause;
    const { code, message } = cause as NodeJS.ErrnoException;
    // The error does not quote the URL, which may contain a password.
    return fail(STORE_NOT_OPENED, { folder: null, reason: code ?? message }, { cause });
  }
}
