import { AccountEndpoints } from './account.js';
import type { ClientOptions } from './clientOptions.js';
import { FixturesEndpoints } from './fixtures.js';
import { OddsEndpoints } from './odds.js';
import { ResultsEndpoints } from './results.js';
import { RootsEndpoints } from './roots.js';
import { ScoresEndpoints } from './scores.js';
import { ServiceSession } from './serviceSession.js';
import { WorldEndpoints } from './world.js';

/**
 * A typed client of the oracle service, for Node and browsers. Reads both wires; records always have the names of the
 * described wire, proofs the types of `@linesman/sdk/proof`. It does not verify proofs: call `verify` of
 * `@linesman/sdk/proof`.
 */
export interface Client {
  readonly account: AccountEndpoints;
  readonly fixtures: FixturesEndpoints;
  readonly odds: OddsEndpoints;
  readonly scores: ScoresEndpoints;
  readonly world: WorldEndpoints;
  readonly roots: RootsEndpoints;
  readonly results: ResultsEndpoints;
}

/**
 * Creates a client. Sends nothing yet. Errors: UNKNOWN_OPTION, MISSING_OPTION, WRONG_OPTION; INVALID_SERVICE_ADDRESS;
 * UNSENDABLE_TOKEN for a token that cannot be sent in a header.
 *
 * @example
 * ```ts
 * import { createClient } from '@linesman/sdk/client';
 *
 * const client = createClient({ baseUrl: 'https://oracle.example', apiToken: 'lsm_…' });
 * const fixtures = await client.fixtures.snapshot();
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const session = new ServiceSession(options);
  return {
    account: new AccountEndpoints(session),
    fixtures: new FixturesEndpoints(session),
    odds: new OddsEndpoints(session),
    scores: new ScoresEndpoints(session),
    world: new WorldEndpoints(session),
    roots: new RootsEndpoints(session),
    results: new ResultsEndpoints(session),
  };
}
