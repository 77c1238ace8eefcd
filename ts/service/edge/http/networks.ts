import { BlockList, isIP } from 'node:net';
import { fail, INVALID_PROXY_NETWORK } from '@linesman/sdk/error';
import { LeastRecent } from '@linesman/sdk/node';
import { bareAddress } from './address.js';

/** Named networks, the same on every machine. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};
export const NAMED_NETWORKS: readonly string[] = Object.keys(NAMED);

/** Maximum number of cached addresses. */
const KEPT = 1_000;

/**
 * Returns a function that tests whether an address belongs to one of these networks (`10.0.0.0/8`), addresses and names
 * of networks. IPv4-mapped IPv6 addresses count as IPv4, and ports are ignored, because some proxies in a chain write
 * them. Errors: INVALID_PROXY_NETWORK.
 */
export function inNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks.flatMap((name) => NAMED[name] ?? [name])) {
    const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(network) ?? [];
    const version = isIP(address);
    const longest = version === 4 ? 32 : 128;
    const length = bits === undefined ? longest : Number(bits);
    if (version === 0 || length > longest) fail(INVALID_PROXY_NETWORK, { network });
    list.addSubnet(address, length, familyOf(version));
  }
  if (networks.length === 0) return () => false;
  // Called for each request; every look-up in the list allocates an object outside the heap.
  const known = new LeastRecent<boolean>(KEPT);
  return (text) => {
    const address = bareAddress(text);
    const version = isIP(address);
    if (version === 0) return false;
    const isListed = known.get(address) ?? list.check(address, familyOf(version));
    known.set(address, isListed);
    return isListed;
  };
}

const familyOf = (version: number): 'ipv4' | 'ipv6' => (version === 4 ? 'ipv4' : 'ipv6');
