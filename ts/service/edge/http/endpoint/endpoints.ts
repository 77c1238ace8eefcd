import type { HttpPorts } from '../context.js';
import type { Endpoint } from '../endpoint.js';
import { activateToken } from './activateToken.js';
import { activationForms } from './activationForms.js';
import { deployment } from './deployment.js';
import { endToken } from './endToken.js';
import { fixtureBatchValidation } from './fixtureBatchValidation.js';
import { fixturesSnapshot } from './fixturesSnapshot.js';
import { fixtureUpdates } from './fixtureUpdates.js';
import { fixtureValidation } from './fixtureValidation.js';
import { guestStart } from './guestStart.js';
import { matches } from './matches.js';
import { oddsOfSlot } from './oddsOfSlot.js';
import { oddsSnapshot } from './oddsSnapshot.js';
import { oddsStream } from './oddsStream.js';
import { oddsUpdates } from './oddsUpdates.js';
import { oddsValidation } from './oddsValidation.js';
import { oddsValidationV4 } from './oddsValidationV4.js';
import { oracleKeys } from './oracleKeys.js';
import { publicMatches } from './publicMatches.js';
import { publicProof } from './publicProof.js';
import { publicScores } from './publicScores.js';
import { purchaseQuote } from './purchaseQuote.js';
import { rootsLatency } from './rootsLatency.js';
import { rootsOfDay } from './rootsOfDay.js';
import { scoresHistorical } from './scoresHistorical.js';
import { scoresOfSlot } from './scoresOfSlot.js';
import { scoresSnapshot } from './scoresSnapshot.js';
import { scoresStream } from './scoresStream.js';
import { scoresUpdates } from './scoresUpdates.js';
import { statValidation } from './statValidation.js';
import { statValidationV3 } from './statValidationV3.js';
import { statValidationV4 } from './statValidationV4.js';
import { subscription } from './subscription.js';
import { world } from './world.js';
import { worldMoney } from './worldMoney.js';
import { worldSpeed } from './worldSpeed.js';

/** In the order of the description. */
const BY_NAME: Readonly<Record<string, Endpoint>> = {
  guestStart,
  activateToken,
  purchaseQuote,
  statValidationV4,
  statValidationV3,
  oddsValidation,
  oddsOfSlot,
  oddsSnapshot,
  oddsStream,
  oddsUpdates,
  scoresOfSlot,
  scoresSnapshot,
  scoresStream,
  statValidation,
  oddsValidationV4,
  scoresUpdates,
  scoresHistorical,
  fixturesSnapshot,
  fixtureUpdates,
  fixtureValidation,
  fixtureBatchValidation,
  matches,
  publicMatches,
  publicScores,
  publicProof,
  rootsOfDay,
  rootsLatency,
  oracleKeys,
  subscription,
  endToken,
  activationForms,
  deployment,
  world,
  worldSpeed,
  worldMoney,
};

/** An endpoint and its operation name. */
export interface NamedEndpoint extends Endpoint {
  readonly name: string;
}

/** Every endpoint, in the order of the description. */
export const ENDPOINTS: readonly NamedEndpoint[] = Object.entries(BY_NAME).map(([name, endpoint]) => ({
  ...endpoint,
  name,
}));

/** The endpoints of a service. Those of a world and those of the public view exist only if the service has one. */
export const endpointsOf = ({ world, results }: Pick<HttpPorts, 'world' | 'results'>): readonly NamedEndpoint[] => {
  const there = { embedded: world !== undefined, public: results !== undefined };
  return ENDPOINTS.filter(({ only }) => only === undefined || there[only]);
};
