import type { Connection } from '@solana/web3.js';
import { checkOptions, type OptionRules, optional } from '../format/checkOptions.js';
import { DURATION, FUNCTION, TEXT } from '../format/optionKinds.js';
import { patientAnswer } from '../rpc/busyNode.js';
import { PATIENT } from './asking.js';
import { library } from './library.js';

export interface RpcConnectionOptions {
  /** URL of the websocket. Default: derived by web3.js, which adds 1 to the port if the URL has one. */
  readonly wsEndpoint?: string | undefined;
  /** Time limit in ms for a request and its complete response. Default 10,000. */
  readonly timeLimit?: number | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

const OPTIONS: OptionRules<RpcConnectionOptions> = {
  wsEndpoint: optional(TEXT),
  timeLimit: optional(DURATION),
  fetch: optional(FUNCTION),
};

/**
 * Opens a connection to an RPC node at commitment `confirmed`. A request without a complete response in time rejects
 * with CHAIN_NOT_REACHABLE; the node may have received it, and you may repeat it. web3.js alone waits minutes for a
 * silent node. A node that is busy is asked again after a wait. Errors: CLIENT_LIBRARY_UNFIT, UNKNOWN_OPTION,
 * MISSING_OPTION, WRONG_OPTION.
 *
 * @example
 * ```ts
 * import { rpcConnection } from '@linesman/sdk/web3';
 *
 * const connection = rpcConnection('https://api.devnet.solana.com', { timeLimit: 5_000 });
 * ```
 */
export function rpcConnection(url: string, options: RpcConnectionOptions = {}): Connection {
  checkOptions('rpcConnection', options, OPTIONS);
  const { wsEndpoint, timeLimit = 10_000, fetch: ask = fetch } = options;
  const connection = new (library().Connection)(url, {
    commitment: 'confirmed',
    // web3.js itself would log to stderr, and overlook `Retry-After` and rate limits inside a successful response.
    disableRetryOnRateLimit: true,
    fetch: async (address, init) => (await patientAnswer(ask, address, init, timeLimit)).response,
    ...(wsEndpoint !== undefined && { wsEndpoint }),
  });
  PATIENT.add(connection);
  return connection;
}
