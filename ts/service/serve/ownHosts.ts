import { authority } from '../http/authority.js';

/** Names of the machine for itself. */
const LOOPBACK: readonly string[] = ['127.0.0.1', 'localhost', '::1'];
const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::', '']);

/**
 * Under which names a service is reached that listens at a host and a port, as they stand in its address; none where it
 * listens at every address of the machine: nobody here knows them, and a customer at one that is missing would be refused.
 */
export function ownHosts(host: string, port: number): readonly string[] {
  if (EVERY_ADDRESS.has(host)) return [];
  const names = LOOPBACK.includes(host) ? LOOPBACK : [host];
  // As clients have it: without the port of the scheme.
  return names.map((name) => new URL(`http://${authority(name, port)}`).host);
}
