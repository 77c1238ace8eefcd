import { type ChainRequest, isForwarded } from '../../roots/chain/chainCaller.js';
import { inNetworks } from './networks.js';

/** Callers that are on this machine. */
export interface NearOptions {
  /**
   * Trusted proxies: networks (`10.0.0.0/8`) or addresses. Behind them, `X-Forwarded-For` identifies the caller.
   * Default: none.
   */
  readonly trustProxy?: readonly string[];
  /**
   * Networks or addresses that count as this machine: they may change the world, and read the RPC address that only
   * this machine reaches. Callers behind a trusted proxy never count. Default: loopback addresses.
   */
  readonly worldCallers?: readonly string[] | undefined;
  /**
   * Exact origins of development servers on this machine, such as `http://localhost:5173`, whose pages may change the
   * world like those of this service. Only for loopback callers. Default: none.
   */
  readonly devOrigins?: readonly string[] | undefined;
}

/** Whether a request comes from this machine. */
export type ThisMachine = (request: ChainRequest) => boolean;

/**
 * Decides which callers count as this machine; by default only its own processes. In a container, callers from the host
 * do not have a loopback address, so networks may be named instead. Callers behind a trusted proxy do not count,
 * because all of them have its address.
 */
export function thisMachine({ trustProxy = [], worldCallers = ['loopback'] }: NearOptions): ThisMachine {
  const isNear = inNetworks(trustProxy.length > 0 ? [] : worldCallers);
  return (request) => request.address !== undefined && isNear(request.address) && !isForwarded(request);
}
