import { clipped, fail, LinesmanError } from '../../error/index.js';
import { Store, type StoreOptions, type StorePlace } from '../store/index.js';

/** `Store.open`, of which a server that cannot be used is an error of ours. Errors: 7128, and those of `Store.open`. */
export async function openStore(place: StorePlace, options: StoreOptions): Promise<Store> {
  try {
    return await Store.open(place, options);
  } catch (cause) {
    if (cause instanceof LinesmanError || place === 'memory' || !('url' in place)) throw cause;
    const { code, message } = cause as NodeJS.ErrnoException;
    // The address is not repeated: it may hold a password.
    return fail(7128, {
      message: `The database server of --store cannot be used: ${code ?? clipped(message)}.`,
      cause,
    });
  }
}
