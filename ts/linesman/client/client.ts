import { AccountEndpoints } from './account.js';
import type { ClientOptions } from './clientOptions.js';
import { FixturesEndpoints } from './fixtures.js';
import { OddsEndpoints } from './odds.js';
import { ScoresEndpoints } from './scores.js';
import { ServiceSession } from './serviceSession.js';

/**
 * The service, typed. Runs in Node and in a browser. Both wires are understood: records come named as described, proofs as `linesman/proof`
 * has them. What the service says is not verified here: `verify` of `linesman/proof` does that.
 */
export interface Client {
  readonly account: AccountEndpoints;
  readonly fixtures: FixturesEndpoints;
  readonly odds: OddsEndpoints;
  readonly scores: ScoresEndpoints;
}

/**
 * Errors: UNKNOWN_OPTION, MISSING_OPTION, WRONG_OPTION of the options; INVALID_SERVICE_ADDRESS or UNSENDABLE_TOKEN an address or a token that cannot
 * be used. Nothing is sent yet.
 */
export function createClient(options: ClientOptions): Client {
  const session = new ServiceSession(options);
  return {
    account: new AccountEndpoints(session),
    fixtures: new FixturesEndpoints(session),
    odds: new OddsEndpoints(session),
    scores: new ScoresEndpoints(session),
  };
}
