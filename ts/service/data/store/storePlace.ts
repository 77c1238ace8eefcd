import { pglitePool } from './pglitePool.js';
import type { PostgresPoolOptions } from './postgresPool.js';
import type { SqlPool } from './sqlPool.js';

/** The location of the data: a server (URL), a folder, or this process's memory. */
export type StorePlace = { readonly url: string } | { readonly folder: string } | 'memory';

export interface PoolOptions extends PostgresPoolOptions {
  /** Whether a new in-process database has all migrations. */
  readonly isUpToDate?: boolean;
}

/** Opens the sessions of a location. */
export async function poolOf(place: StorePlace, options: PoolOptions = {}): Promise<SqlPool> {
  const { isUpToDate, ...forServers } = options;
  if (place === 'memory') return pglitePool(undefined, isUpToDate);
  if ('folder' in place) return pglitePool(place.folder, isUpToDate);
  // Loads the client only for a server.
  const { postgresPool } = await import('./postgresPool.js');
  return postgresPool(place.url, forServers);
}

/** Parses a location from the command line: the URL of a PostgreSQL server, or a folder. */
export const placeOf = (text: string): Exclude<StorePlace, 'memory'> =>
  /^postgres(ql)?:\/\//i.test(text) ? { url: text } : { folder: text };
