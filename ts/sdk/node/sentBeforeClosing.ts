import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Makes a closing server deliver every response it has begun. Node counts a connection as idle once its response is
 * written, and cuts it while bytes still wait for a slow reader. A reader that never reads needs a timeout elsewhere.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { sentBeforeClosing } from '@linesman/sdk/node';
 *
 * const server = createServer((_, response) => response.end('ok'));
 * sentBeforeClosing(server);
 * ```
 */
export function sentBeforeClosing(server: Server): void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const watched = new WeakSet<ServerResponse>();
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    const answers = [...sockets].flatMap((socket) => answerOf(socket) ?? []);
    const written = answers.filter(({ writableEnded }) => writableEnded);
    mark(written, false);
    closeIdle();
    mark(written, true);
    for (const answer of answers) {
      if (watched.has(answer)) continue;
      watched.add(answer);
      const { socket } = answer;
      // Headers sent before the stop may promise keep-alive, and then nothing else would close the connection.
      answer.once('finish', () => socket?.writable && server.closeIdleConnections());
    }
  };
}

/** The response that the socket is sending. */
const answerOf = (socket: Socket): ServerResponse | null | undefined =>
  (socket as { _httpMessage?: ServerResponse | null })._httpMessage;

/** Node reads this flag to decide whether a connection is idle. */
function mark(answers: readonly { finished: boolean }[], finished: boolean): void {
  for (const answer of answers) answer.finished = finished;
}
