import { BlockList, isIP } from 'node:net';

/** Host names by which every machine reaches itself. */
export const LOOPBACK_NAMES: readonly string[] = ['127.0.0.1', 'localhost', '::1'];

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/**
 * Whether an IP address is a loopback address; IPv4 also in its IPv6 notation (`::ffff:127.0.0.1`).
 *
 * @example
 * ```ts
 * import { isLoopbackAddress } from '@linesman/sdk/node';
 *
 * isLoopbackAddress('127.8.0.1'); // true
 * ```
 */
export function isLoopbackAddress(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && LOOPBACK.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Whether the host of a URL or `Host` header (without port) is this machine. False for names that only look like a
 * loopback address (`127.example.org` belongs to the owner of the domain) and for names below `localhost`, which some
 * resolvers look up in DNS.
 *
 * @example
 * ```ts
 * import { isLoopbackHost } from '@linesman/sdk/node';
 *
 * isLoopbackHost('[::1]'); // true
 * isLoopbackHost('127.example.org'); // false
 * ```
 */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return name === 'localhost' || isLoopbackAddress(/^\[(.*)\]$/.exec(name)?.[1] ?? name);
}
