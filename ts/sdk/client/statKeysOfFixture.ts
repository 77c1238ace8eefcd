import { RECORD_NOT_FOUND } from '../error/codes/api.js';
import { isError } from '../error/linesmanError.js';
import type { StatedKeys } from '../format/statKey.js';
import type { Client } from './client.js';
import type { RequestOptions } from './clientOptions.js';

/**
 * Finds the stats that the source of a fixture states, for `guardStake`. `null` while nothing states them, and from a
 * service that does not list them. Errors: those of `fixtures.matches`.
 *
 * @example
 * ```ts
 * import { createClient, statKeysOfFixture } from '@linesman/sdk/client';
 *
 * const client = createClient({ baseUrl: 'https://oracle.example' });
 * const keys = await statKeysOfFixture(client, 12_000_001); // [1, 2, 3, 4, 1001, …]
 * ```
 */
export async function statKeysOfFixture(
  client: Pick<Client, 'fixtures'>,
  fixtureId: number,
  options: RequestOptions = {},
): Promise<StatedKeys> {
  try {
    const { matches } = await client.fixtures.matches({ ...options, fixtureId });
    return matches.find((match) => match.fixtureId === fixtureId)?.statKeys ?? null;
  } catch (error) {
    if (isError(error, RECORD_NOT_FOUND)) return null;
    throw error;
  }
}
