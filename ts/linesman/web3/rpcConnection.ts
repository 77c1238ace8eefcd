import { Connection } from '@solana/web3.js';
import { CHAIN_NOT_REACHABLE, fail } from '../error/index.js';
import { checkOptions, type OptionRules, optional } from '../format/checkOptions.js';
import { DURATION, FUNCTION, TEXT } from '../format/optionKinds.js';

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
 * silent node. Errors: UNKNOWN_OPTION, MISSING_OPTION, WRONG_OPTION.
 *
 * @example
 * ```ts
 * import { rpcConnection } from 'linesman/web3';
 *
 * const connection = rpcConnection('https://api.devnet.solana.com', { timeLimit: 5_000 });
 * ```
 */
export function rpcConnection(url: string, options: RpcConnectionOptions = {}): Connection {
  checkOptions('rpcConnection', options, OPTIONS);
  const { wsEndpoint, timeLimit = 10_000, fetch: ask = fetch } = options;
  return new Connection(url, {
    commitment: 'confirmed',
    // web3.js would retry past the time limit and log to stderr. Our callers retry on their own.
    disableRetryOnRateLimit: true,
    fetch: (address, init) => answerInTime(ask, address, init, timeLimit),
    ...(wsEndpoint !== undefined && { wsEndpoint }),
  });
}

type Fetch = typeof fetch;

/** Reads the body within the limit too: a node may fall silent after the headers. */
async function answerInTime(
  ask: Fetch,
  address: Parameters<Fetch>[0],
  init: Parameters<Fetch>[1],
  timeLimit: number,
): Promise<Response> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeLimit);
  const signals = [limit.signal, ...(init?.signal ? [init.signal] : [])];
  const answer = async (): Promise<Response> => {
    const response = await ask(address, { ...init, signal: AbortSignal.any(signals) });
    const { status, statusText, headers } = response;
    return new Response(await response.text(), { status, statusText, headers });
  };
  // Some engines drop the request's signal once the response has begun, so the race has its own listener.
  const late = new Promise<never>((_, reject) =>
    limit.signal.addEventListener('abort', () => reject(limit.signal.reason), { once: true }),
  );
  try {
    return await Promise.race([answer(), late]);
  } catch (error) {
    if (!limit.signal.aborted) throw error;
    // The URL may carry an access key, so the error leaves it out.
    return fail(CHAIN_NOT_REACHABLE, { timeLimit });
  } finally {
    clearTimeout(timer);
  }
}
