import { pglitePool } from './pglitePool.js';
import { type PostgresPoolOptions, postgresPool } from './postgresPool.js';
import type { SqlPool } from './sqlPool.js';

/** Where the data is: a server by its URL, a folder, or the memory of this process. */
export type StorePlace = { readonly url: string } | { readonly folder: string } | 'memory';

export interface PoolOptions extends PostgresPoolOptions {
  /** A database of this process that is made has all migrations. */
  readonly isUpToDate?: boolean;
}

/** Sessions with the database of a place. */
export async function poolOf(place: StorePlace, options: PoolOptions = {}): Promise<SqlPool> {
  const { isUpToDate, ...forServers } = options;
  if (place === 'memory') return pglitePool(undefined, isUpToDate);
  return 'url' in place ? postgresPool(place.url, forServers) : pglitePool(place.folder, isUpToDate);
}

/** A place as it is written on a command line: the URL of a PostgreSQL server, or a folder. */
export const placeOf = (text: string): Exclude<StorePlace, 'memory'> =>
  /^postgres(ql)?:\/\//i.test(text) ? { url: text } : { folder: text };
