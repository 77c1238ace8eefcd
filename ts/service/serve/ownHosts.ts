import { authority, LOOPBACK_NAMES } from '@linesman/sdk/node';
import { isEveryAddress } from '../roots/chain/everyAddress.js';

/**
 * Hosts of a service that listens on `host` and `port`, as in its URL. Empty if it listens on every address: the
 * addresses are unknown here, and an incomplete list would refuse customers who use another one.
 */
export function ownHosts(host: string, port: number): readonly string[] {
  if (isEveryAddress(host)) return [];
  const own = hostOf(host, port);
  const loopback = LOOPBACK_NAMES.map((name) => hostOf(name, port));
  return loopback.includes(own) ? loopback : [own];
}

/** The host for clients: without the scheme's default port, and with a canonical address. */
const hostOf = (host: string, port: number): string => new URL(`http://${authority(host, port)}`).host;
