import { Connection } from '@solana/web3.js';
import { CHAIN_NOT_REACHABLE, fail } from '../error/index.js';
import { checkOptions, type OptionRules, optional } from '../format/checkOptions.js';
import { DURATION, FUNCTION, TEXT } from '../format/optionKinds.js';

export interface RpcConnectionOptions {
  /** Where the websocket is; left out, where web3.js looks for it: for a URL with a port, at the next one. */
  readonly wsEndpoint?: string | undefined;
  /** ms that a request may take, up to the last byte of its answer. Default 10,000. */
  readonly timeLimit?: number | undefined;
  /** In place of the platform's own. */
  readonly fetch?: typeof fetch | undefined;
}

const OPTIONS: OptionRules<RpcConnectionOptions> = {
  wsEndpoint: optional(TEXT),
  timeLimit: optional(DURATION),
  fetch: optional(FUNCTION),
};

/**
 * A connection to an RPC node, at the commitment `confirmed`. A request that is not answered in time rejects with
 * CHAIN_NOT_REACHABLE, and can be made again; it is not known then whether the node has received it. Without a limit, a node
 * that falls silent would be waited for for minutes. Errors: UNKNOWN_OPTION, MISSING_OPTION, WRONG_OPTION.
 */
export function rpcConnection(url: string, options: RpcConnectionOptions = {}): Connection {
  checkOptions('rpcConnection', options, OPTIONS);
  const { wsEndpoint, timeLimit = 10_000, fetch: ask = fetch } = options;
  return new Connection(url, {
    commitment: 'confirmed',
    // Its repetitions would go beyond the limit, and it writes of them to standard error. Who asks here asks again anyhow.
    disableRetryOnRateLimit: true,
    fetch: (address, init) => answerInTime(ask, address, init, timeLimit),
    ...(wsEndpoint !== undefined && { wsEndpoint }),
  });
}

type Fetch = typeof fetch;

/** The whole answer: a node may fall silent after its head as well. */
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
  // Not left to the engine, whose own link to the signal may be gone once the answer has begun.
  const late = new Promise<never>((_, reject) =>
    limit.signal.addEventListener('abort', () => reject(limit.signal.reason), { once: true }),
  );
  try {
    return await Promise.race([answer(), late]);
  } catch (error) {
    if (!limit.signal.aborted) throw error;
    // Without the address, which may carry an access key.
    return fail(CHAIN_NOT_REACHABLE, { timeLimit });
  } finally {
    clearTimeout(timer);
  }
}
