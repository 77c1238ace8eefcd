import { isLoopbackHost } from '../../node/index.js';

/** The warning when tokens are sent to such an address. */
export const OPEN_SERVICE = 'tokens travel unencrypted: the service address is plain http';

/** Whether others can read what is sent to a service at this address. What is no address is refused elsewhere. */
export function travelsOpenly(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !isLoopbackHost(hostname);
}
