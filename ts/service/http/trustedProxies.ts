import { BlockList, isIP } from 'node:net';
import { fail, quoted } from '../../error/index.js';

/** Names of networks that every machine has. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};
export const NAMED_NETWORKS: readonly string[] = Object.keys(NAMED);

/**
 * Whether an address is that of a proxy that is believed, by networks (`10.0.0.0/8`), addresses and names of networks. An IPv4 address that
 * is written as one of IPv6 is the IPv4 address. Errors: 7015 no network.
 */
export function trustedProxies(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks.flatMap((name) => NAMED[name] ?? [name])) {
    const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(network) ?? [];
    const version = isIP(address);
    const longest = version === 4 ? 32 : 128;
    const length = bits === undefined ? longest : Number(bits);
    if (version === 0 || length > longest) fail(7015, { message: `${quoted(network)} is no network of proxies.` });
    list.addSubnet(address, length, familyOf(version));
  }
  return (address) => {
    const version = isIP(address);
    return version !== 0 && list.check(address, familyOf(version));
  };
}

const familyOf = (version: number): 'ipv4' | 'ipv6' => (version === 4 ? 'ipv4' : 'ipv6');
