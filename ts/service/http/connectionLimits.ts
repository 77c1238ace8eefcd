import type { Server } from 'node:http';
import type { Socket } from 'node:net';

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
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headerTime: 10_000,
  silence: 60_000,
  keepAlive: 72_000,
  headerBytes: 16_384,
  headerFields: 100,
  requestsPerConnection: 1_000,
  connections: 10_000,
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
}

/** Status of what is wrong with bytes that are no request. */
export function statusOfClientError(code: string | undefined): 400 | 408 | 431 {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
}

const TEXTS = { 400: 'Bad Request', 408: 'Request Timeout', 431: 'Request Header Fields Too Large' } as const;

/** Answers what is no request, unless an answer has begun on the connection, and closes it. */
export function refuseConnection(socket: Socket, status: 400 | 408 | 431): void {
  const begun = (socket as { _httpMessage?: { headersSent?: boolean } })._httpMessage?.headersSent === true;
  if (socket.writable && !begun) {
    const text = TEXTS[status];
    socket.write(
      `HTTP/1.1 ${status} ${text}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`,
    );
  }
  socket.destroy();
}
