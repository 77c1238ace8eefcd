import { isLoopbackHost } from '@linesman/sdk/internal/node/loopback';

/** Warns that tokens are sent to such an address. */
export const OPEN_SERVICE = 'tokens travel unencrypted: the service address is plain http';

/** Whether others can read requests to this address. Malformed addresses are refused elsewhere. */
export function travelsOpenly(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !isLoopbackHost(hostname);
}
