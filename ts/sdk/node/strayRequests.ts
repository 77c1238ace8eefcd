import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { refuseConnection } from './refuseConnection.js';

export interface StrayOptions {
  /** Methods that the server's paths support, for the `Allow` of a refused CONNECT. */
  readonly methods: readonly string[];
  /** Called for each refusal. `reason`: Node's error code, if there is one. */
  readonly onRefused?: (status: number, reason?: string) => void;
}

/**
 * Answers requests that Node answers or drops before any handler sees them: CONNECT, and expectations. Invalid bytes
 * are left to `refuseBytes`, for `clientError`, and missing hosts to `hasOneHost`, for a server with
 * `requireHostHeader: false`.
 */
export function answerStrayRequests(server: Server, { methods, onRefused }: StrayOptions): void {
  server.on('connect', (_request, socket) => {
    refuseConnection(socket, 405, `Allow: ${methods.join(', ')}\r\n`);
    onRefused?.(405);
  });
  // Node would refuse an unknown expectation. A server may ignore it, and the handler can count the request.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** Refuses bytes that are not an HTTP request. */
export function refuseBytes(error: NodeJS.ErrnoException, socket: Duplex, onRefused: StrayOptions['onRefused']): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = statusOf(error.code);
  refuseConnection(socket, status);
  onRefused?.(status, error.code);
}

/**
 * Whether a request names the host once, as HTTP/1.1 requires. With two hosts, a proxy and this server could each use a
 * different one. Before HTTP/1.1 there may be none.
 */
export function hasOneHost({ rawHeaders, httpVersion }: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1');
}

/** The status for bytes that are not an HTTP request. */
function statusOf(code: string | undefined): 400 | 408 | 431 {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
}
