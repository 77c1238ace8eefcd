import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { refuseConnection } from '@linesman/sdk/internal/node/refuseConnection';
import type { AddressPlaces } from './address.js';

/** Limits on connections from unauthenticated clients. */
export interface ConnectionLimits {
  /** ms for the header of a request, from its first byte or the start of the connection. Default 10,000. */
  readonly headerTime: number;
  /** ms of inactivity while a request is answered. Streams use heartbeats instead. Default 60,000. */
  readonly silence: number;
  /** ms from an answer to the next request. Default 72,000: longer than proxies wait, so that they close first. */
  readonly keepAlive: number;
  /** ms between checks for timeouts. Default: a quarter of the shortest limit, from 100 to 5,000. */
  readonly look?: number;
  /** Maximum bytes of the request line and the header. Default 16 KiB. */
  readonly headerBytes: number;
  /** Maximum number of header fields; more are ignored. Default 100. */
  readonly headerFields: number;
  /** Requests per connection; after that the client must reconnect. Default 1,000. */
  readonly requestsPerConnection: number;
  /** Open connections, streams included; further ones are closed at once. Default 10,000. */
  readonly connections: number;
  /**
   * Open connections per address, or per /64 network in IPv6; further ones get a 429. Behind a trusted proxy, counts
   * open requests and streams by forwarded address instead. Default 256.
   */
  readonly connectionsPerAddress: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headerTime: 10_000,
  silence: 60_000,
  keepAlive: 72_000,
  headerBytes: 16_384,
  headerFields: 100,
  requestsPerConnection: 1_000,
  connections: 10_000,
  connectionsPerAddress: 256,
};

/** Seconds after which the address may have one connection less. */
const TOO_MANY_RETRY = 5;

/** ms between checks for timeouts. */
export function lookTime({ look, headerTime }: ConnectionLimits, requestTime: number): number {
  return look ?? Math.min(5_000, Math.max(100, Math.floor(Math.min(headerTime, requestTime) / 4)));
}

/** Applies the limits that a server takes only after its creation. `requestTime`: ms for a whole request. */
export function limitConnections(server: Server, limits: ConnectionLimits, requestTime: number): void {
  // Node applies the larger of the two to the whole request.
  server.headersTimeout = Math.min(limits.headerTime, requestTime);
  server.maxHeadersCount = limits.headerFields;
  server.maxConnections = limits.connections;
  // `maxConnections` covers the server's own listening address only.
  let open = 0;
  server.on('connection', (socket: Socket) => {
    open++;
    socket.once('close', () => open--);
    if (open > limits.connections) socket.destroy();
  });
}

/**
 * Closes connections beyond an address's limit before any request arrives, because silent connections count as well.
 * Exempts proxies, whose requests count instead.
 */
export function limitAddresses(
  server: Server,
  places: AddressPlaces,
  isProxy: (address: string) => boolean,
  onRefused: () => void = () => {},
): void {
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    // Undefined on a closed socket.
    if (remoteAddress === undefined || isProxy(remoteAddress)) return;
    const leave = places.take(remoteAddress);
    if (leave) {
      socket.once('close', leave);
      return;
    }
    refuseConnection(socket, 429, `Retry-After: ${TOO_MANY_RETRY}\r\n`);
    onRefused();
  });
}
