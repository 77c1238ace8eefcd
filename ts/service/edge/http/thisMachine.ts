import { type ChainRequest, isForwarded } from '../../roots/chain/chainCaller.js';
import type { AppOptions } from './appOptions.js';
import { inNetworks } from './networks.js';

/** Whether a request comes from this machine. */
export type ThisMachine = (request: ChainRequest) => boolean;

/**
 * Tells who counts as this machine: by default its own processes. In a container nobody else's address is a loopback
 * address, so networks may be named instead. Behind a trusted proxy nobody counts: all callers have its address.
 */
export function thisMachine({
  trustProxy = [],
  worldCallers = ['loopback'],
}: Pick<AppOptions, 'trustProxy' | 'worldCallers'>): ThisMachine {
  const isNear = inNetworks(trustProxy.length > 0 ? [] : worldCallers);
  return (request) => request.address !== undefined && isNear(request.address) && !isForwarded(request);
}
