import { BlockList, isIP } from 'node:net';

/** The names under which every machine reaches itself. */
export const LOOPBACK_NAMES: readonly string[] = ['127.0.0.1', 'localhost', '::1'];

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether an address is one of this machine for itself, in either notation of IPv4. */
export function isLoopbackAddress(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && LOOPBACK.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/**
 * The same of a host as it stands in a URL or a `Host` header, without port. Names that only look like such an address
 * (`127.example.org`) belong to whoever registered them; names below `localhost` are left to DNS by some resolvers.
 */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return name === 'localhost' || isLoopbackAddress(/^\[(.*)\]$/.exec(name)?.[1] ?? name);
}
