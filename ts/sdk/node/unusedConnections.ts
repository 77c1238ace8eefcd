import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Returns a function that closes the connections on which no request has arrived. Browsers open spare ones in advance;
 * Node treats these as requests in progress, and `server.close` would wait for them.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { unusedConnections } from '@linesman/sdk/node';
 *
 * const server = createServer((_, response) => response.end('ok'));
 * const closeUnused = unusedConnections(server);
 * server.close();
 * closeUnused();
 * ```
 */
export function unusedConnections(server: Server): () => void {
  const unused = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket));
  return () => {
    for (const socket of unused) socket.destroy();
  };
}
