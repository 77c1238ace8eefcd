import { authority, LOOPBACK_NAMES } from 'linesman/node';

const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::', '']);

/**
 * Under which names a service is reached that listens at a host and a port, as they stand in its address; none where it
 * listens at every address of the machine: nobody here knows them, and a customer at one that is missing would be refused.
 */
export function ownHosts(host: string, port: number): readonly string[] {
  if (EVERY_ADDRESS.has(host)) return [];
  const own = hostOf(host, port);
  const loopback = LOOPBACK_NAMES.map((name) => hostOf(name, port));
  return loopback.includes(own) ? loopback : [own];
}

/** As clients have it: without the port of the scheme, and an address written in one way. */
const hostOf = (host: string, port: number): string => new URL(`http://${authority(host, port)}`).host;
