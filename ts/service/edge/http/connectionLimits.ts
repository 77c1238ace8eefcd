import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { AddressPlaces } from './addressPlaces.js';

/** What a connection may cost before anything is known about who is at its other end. */
export interface ConnectionLimits {
  /** ms for the header of a request, from its first byte or the begin of the connection. Default 10,000. */
  readonly headerTime: number;
  /** ms without a byte either way while a request is answered; streams have heartbeats instead. Default 60,000. */
  readonly silence: number;
  /** ms from an answer to the next request. Default 72,000: longer than proxies wait, so that they close first. */
  readonly keepAlive: number;
  /** ms between two looks at who is late. Default: a quarter of the shortest limit, from 100 to 5,000. */
  readonly look?: number;
  /** Bytes of the request line and the header. Default 16 KiB. */
  readonly headerBytes: number;
  /** Header fields that are read; more are left out. Default 100. */
  readonly headerFields: number;
  /** Requests of one connection; then the client opens another. Default 1,000. */
  readonly requestsPerConnection: number;
  /** Open connections, streams included; further ones are closed at once. Default 10,000. */
  readonly connections: number;
  /**
   * The same of one address, in IPv6 of one network (/64); further ones are told so (429). Of connections from a trusted proxy the open requests
   * and streams are counted, by the address that it names. Default 256.
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

/** ms between looks. */
export function lookTime({ look, headerTime }: ConnectionLimits, requestTime: number): number {
  return look ?? Math.min(5_000, Math.max(100, Math.floor(Math.min(headerTime, requestTime) / 4)));
}

/** Limits that the server takes only once it exists. `requestTime`: ms for a whole request. */
export function limitConnections(server: Server, limits: ConnectionLimits, requestTime: number): void {
  // Node takes the larger of the two for the whole request, whichever was meant.
  server.headersTimeout = Math.min(limits.headerTime, requestTime);
  server.maxHeadersCount = limits.headerFields;
  server.maxConnections = limits.connections;
  // That counts those of its own address only.
  let open = 0;
  server.on('connection', (socket: Socket) => {
    open++;
    socket.once('close', () => open--);
    if (open > limits.connections) socket.destroy();
  });
}

/**
 * Closes what an address opens beyond its places, and tells of it. Before a request has come: who says nothing holds a connection as well. Proxies
 * are left out; for whom their connections are, their requests say.
 */
export function limitAddresses(
  server: Server,
  places: AddressPlaces,
  isProxy: (address: string) => boolean,
  onRefused: () => void = () => {},
): void {
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    // None once it is closed.
    if (remoteAddress === undefined || isProxy(remoteAddress)) return;
    const leave = places.take(remoteAddress);
    if (leave) {
      socket.once('close', leave);
      return;
    }
    refuseConnection(socket, 429);
    onRefused();
  });
}

/** Status of what is wrong with bytes that are no request. */
export function statusOfClientError(code: string | undefined): 400 | 408 | 431 {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
}

const TEXTS = {
  400: 'Bad Request',
  408: 'Request Timeout',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
} as const;
/** Seconds, after which a connection of the address may have ended. */
const TOO_MANY_RETRY = 5;

/** Answers what is no request, unless an answer has begun on the connection, and closes it. */
export function refuseConnection(socket: Socket, status: keyof typeof TEXTS): void {
  const begun = (socket as { _httpMessage?: { headersSent?: boolean } })._httpMessage?.headersSent === true;
  if (socket.writable && !begun) {
    const text = TEXTS[status];
    const retry = status === 429 ? `Retry-After: ${TOO_MANY_RETRY}\r\n` : '';
    socket.write(
      `HTTP/1.1 ${status} ${text}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${text.length}\r\n${retry}Connection: close\r\n\r\n${text}`,
    );
  }
  socket.destroy();
}
