import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Gives what closes the connections of a server that have brought no request yet. Browsers connect ahead; Node counts that as a request that is
 * coming in, and closing would wait for it.
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
