import { OracleKey } from '../../../ts/sdk/node/oracleKey.js';
import { LEAGUE_BUNDLES, LEAGUES } from '../../../ts/season/leagues.js';
import type { Clock } from '../../../ts/service/clock/clock.js';
import type { Store } from '../../../ts/service/data/store/store.js';
import { apiTokenHash, newApiToken } from '../../../ts/service/edge/auth/apiToken.js';
import { storeAuth } from '../../../ts/service/edge/auth/authStore.js';
import type { Terms } from '../../../ts/service/edge/auth/entitlement.js';
import { OracleKeys } from '../../../ts/service/edge/auth/oracleKeys.js';
import { SessionKeys } from '../../../ts/service/edge/auth/sessionKeys.js';
import { SessionTokens } from '../../../ts/service/edge/auth/sessionTokens.js';
import type { EdgeConfiguration } from '../../../ts/service/edge/edge.js';
import { DEPLOYMENT } from './testWorld.js';

const NAMES = { issuer: 'https://oracle.test', audience: 'linesman' };
/** The seed of the oracle's key. */
export const ORACLE_KEY = new Uint8Array(32).fill(77);
const sessionKeys = () => new SessionKeys(new Uint8Array(32).fill(1));

/** The configuration shared by all edges of a test, in every process. There is no chain, so no purchase is possible. */
export function edgeConfiguration(clock: Clock, more: Partial<EdgeConfiguration> = {}): EdgeConfiguration {
  return {
    ...NAMES,
    sessionKeys: sessionKeys(),
    oracleKeys: new OracleKeys(new OracleKey(ORACLE_KEY)),
    tables: { leagues: LEAGUES, leagueBundles: LEAGUE_BUNDLES, marketBundles: [], freeBundle: 1 },
    program: 'program',
    deployment: DEPLOYMENT,
    subscriptionChain: { find: async () => null },
    quote: { purchase: () => Promise.reject(new Error('not asked for')) },
    clock,
    realClock: clock,
    app: { log: false, requestsPerSecond: 1_000_000 },
    ...more,
  };
}

/** A session token that every edge accepts. */
export const sessionToken = (clock: Clock): Promise<string> =>
  new SessionTokens({ ...NAMES, keys: sessionKeys(), now: () => clock.now() }).start();

/** Grants a wallet these terms, by default all leagues in real time, and returns a token. */
export async function subscribe(
  store: Store,
  clock: Clock,
  wallet: string,
  terms: Partial<Terms> = {},
): Promise<string> {
  const token = newApiToken();
  await storeAuth(store).activate({
    txSig: token.slice(0, 40),
    wallet,
    weeks: 4,
    terms: { level: 7, samplingSeconds: 0, leagueBundle: 0, leagues: [], marketBundle: 0, ...terms },
    tokenHash: apiTokenHash(token) ?? new Uint8Array(),
    now: clock.now(),
    realTime: clock.now(),
  });
  return token;
}
