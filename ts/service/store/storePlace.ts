import { pglitePool } from './pglitePool.js';
import { type PostgresPoolOptions, postgresPool } from './postgresPool.js';
import type { SqlPool } from './sqlPool.js';

/** Where the data is: a server by its URL, a folder, or the memory of this process. */
export type StorePlace = { readonly url: string } | { readonly folder: string } | 'memory';

/** Sessions with the database of a place; the options are for those with a server. */
export async function poolOf(place: StorePlace, options: PostgresPoolOptions = {}): Promise<SqlPool> {
  if (place === 'memory') return pglitePool();
  return 'url' in place ? postgresPool(place.url, options) : pglitePool(place.folder);
}

/** A place as it is written on a command line: the URL of a PostgreSQL server, or a folder. */
export const placeOf = (text: string): Exclude<StorePlace, 'memory'> =>
  /^postgres(ql)?:\/\//i.test(text) ? { url: text } : { folder: text };
